import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { Check } from './queries.ts'

/** How many invoices the file has, and the sums of those without errors. */
export function CheckCounts({ check: { invoices, sums } }: { readonly check: Check }) {
  const words = useWords('imports')
  const format = useFormat()
  const { total, valid, repeated, failed } = invoices
  return (
    <dl className="import-counts">
      <Count name={words.inFile} count={format.count(total)} />
      <Count name={words.valid} count={format.count(valid)}>
        {sums.map(({ currency, totalAmount }) => (
          <span key={currency} className="money">
            {format.amount(totalAmount, currency)}
          </span>
        ))}
      </Count>
      {repeated > 0 && <Count name={words.known} count={format.count(repeated)} />}
      <Count name={words.wrong} count={format.count(failed)} isWrong={failed > 0} />
    </dl>
  )
}

type CountProps = {
  readonly name: string
  readonly count: string
  readonly isWrong?: boolean
  readonly children?: React.ReactNode
}

export function Count({ name, count, isWrong = false, children }: CountProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isWrong ? 'late' : undefined}>{count}</dd>
      {children !== undefined && <dd className="help sums">{children}</dd>}
    </div>
  )
}
