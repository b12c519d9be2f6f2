import { useFormat } from '../format/use-format.ts'
import { useWords } from '../words/use-words.ts'
import type { CurrencySum } from './queries.ts'
import { isZero } from './rows.ts'

type Props = {
  readonly count: number | undefined
  /** Instead of the number of invoices. */
  readonly text?: string | undefined
  readonly sums: readonly CurrencySum[]
  /** Further currencies are behind a click. */
  readonly shownMax: number
}

/** Count and sums of all that is filtered, one for each currency: amounts of two currencies never add up. */
export function ListSums({ count, text, sums, shownMax }: Props) {
  const words = useWords('invoices')
  const format = useFormat()
  const [shown, more] = [sums.slice(0, shownMax), sums.slice(shownMax)]
  return (
    <div className="list-sums">
      <p className="result" role="status">
        {count === undefined ? (
          <span className="hidden-text">{words.counting}</span>
        ) : (
          (text ?? words.invoiceCount({ count, text: format.count(count) }))
        )}
      </p>
      <SumList sums={shown} />
      {more.length > 0 && (
        <details>
          <summary>{words.moreCurrencies({ count: more.length, text: format.count(more.length) })}</summary>
          <SumList sums={more} />
        </details>
      )}
    </div>
  )
}

function SumList({ sums }: { readonly sums: readonly CurrencySum[] }) {
  const words = useWords('invoices')
  const format = useFormat()
  return (
    <ul aria-label={words.sums}>
      {sums.map(({ currency, totalAmount, balanceAmount }) => (
        <li key={currency}>
          <span className="money">{format.amount(totalAmount, currency)}</span>
          {!isZero(balanceAmount) && (
            <span className="money quiet">{words.stillOpen({ amount: format.amount(balanceAmount, currency) })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
