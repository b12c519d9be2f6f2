import { useFormat } from '../../../format/use-format.ts'
import { useWords } from '../../../words/use-words.ts'
import type { Report } from '../queries.ts'

/** The sums of every amount column, each currency by itself. */
export function Totals({ report: { manifest } }: { readonly report: Report }) {
  const words = useWords('reports')
  const format = useFormat()
  if (manifest === undefined) return null
  const { rows, totals } = manifest
  return (
    <section className="card" aria-labelledby="totals">
      <h2 id="totals">{words.rowsAndTotals}</h2>
      <p className="report-rows">{words.rowCount({ count: rows, text: format.count(rows) })}</p>
      {totals.length > 0 && (
        <table className="table totals-table" aria-labelledby="totals">
          <thead>
            <tr>
              <th scope="col">{words.column}</th>
              <th scope="col" className="money">
                {words.total}
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ field, currency, amount }) => (
              <tr key={`${field} ${currency}`}>
                <td className="main value" lang="en">
                  {field}
                </td>
                <td className="money">{currency === '' ? amount : format.amount(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
