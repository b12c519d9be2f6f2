import { useFormat } from '../../../format/use-format.ts'
import { isZero } from '../../../invoice-list/rows.ts'
import { useWords } from '../../../words/use-words.ts'
import type { CurrencySum, TransactionSums } from '../queries.ts'

type Props = {
  /** Undefined while they are counted. */
  readonly sums: TransactionSums | undefined
  /** Further currencies are behind a click. */
  readonly shownMax: number
}

/** Count of all that is filtered, and what it came to, one for each currency: amounts of two currencies never add up. */
export function TransactionSumList({ sums, shownMax }: Props) {
  const words = useWords('transactions')
  const listWords = useWords('invoices')
  const format = useFormat()
  const moved = sums?.sums.filter(({ currency }) => currency !== '') ?? []
  const [shown, more] = [moved.slice(0, shownMax), moved.slice(shownMax)]
  return (
    <div className="list-sums">
      <p className="result" role="status">
        {sums === undefined ? (
          <span className="hidden-text">{words.counting}</span>
        ) : (
          words.count({ count: sums.count, text: format.count(sums.count) })
        )}
      </p>
      <SumList sums={shown} />
      {more.length > 0 && (
        <details>
          <summary>{listWords.moreCurrencies({ count: more.length, text: format.count(more.length) })}</summary>
          <SumList sums={more} />
        </details>
      )}
    </div>
  )
}

function SumList({ sums }: { readonly sums: readonly CurrencySum[] }) {
  const words = useWords('transactions')
  const listWords = useWords('invoices')
  const format = useFormat()
  return (
    <ul aria-label={listWords.sums}>
      {sums.map(({ currency, paymentAmount, refundAmount, externalAmount }) => (
        <li key={currency}>
          <span className="money">{words.paidSum({ amount: format.amount(paymentAmount, currency) })}</span>
          {!isZero(refundAmount) && (
            <span className="money quiet">{words.refundedSum({ amount: format.amount(refundAmount, currency) })}</span>
          )}
          {!isZero(externalAmount) && (
            <span className="money quiet">
              {words.externalSum({ amount: format.amount(externalAmount, currency) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
