import { Link, useSearch } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { ValueTable } from '../value-table.tsx'
import { headingsOf } from './headings.ts'
import type { OnDemandName } from './on-demand-search.ts'
import { PAGE } from './queries.ts'
import { isNumberColumn, type Table, tablesOf } from './tables.ts'

type Props = { readonly report: OnDemandName; readonly data: Readonly<Record<string, unknown>> }

const ROWS_MAX = 200

/** Lists of details. */
export function Lists({ report, data }: Props) {
  const words = useWords('reports')
  const names: Readonly<Record<string, string>> = useWords('columns').lists
  const tables = tablesOf(data)
  // The service gives one page after the other.
  const isPaged = report === 'purchase-refund-details'
  return (
    <>
      {tables.map((table) => (
        <ListTable key={table.name} table={table} name={names[table.name]} label={words.onDemandNames[report]} />
      ))}
      {isPaged && <Pages count={tables.find(({ name }) => name === 'requestDetails')?.rows.length ?? 0} />}
      {!isPaged && tables.some(({ rows }) => rows.length > ROWS_MAX) && (
        <p className="notice plain">{words.rowsCut({ text: String(ROWS_MAX) })}</p>
      )}
    </>
  )
}

type ListProps = {
  readonly table: Table
  /** Where the report has several lists. */
  readonly name: string | undefined
  /** The name of the report. */
  readonly label: string
}

function ListTable({ table, name, label }: ListProps) {
  const headings = headingsOf(table.columns, useWords('columns').columns)
  const columns = table.columns.map((column, index) => ({
    name: column,
    header: headings.texts[index] ?? column,
    isNumber: isNumberColumn(table, column),
  }))
  return (
    <section className="on-demand-list">
      {name !== undefined && <h2>{name}</h2>}
      <div {...(!headings.isTranslated && { lang: 'en' })}>
        <ValueTable label={name ?? label} columns={columns} rows={table.rows.slice(0, ROWS_MAX)} />
      </div>
    </section>
  )
}

function Pages({ count }: { readonly count: number }) {
  const words = useWords('reports')
  const search = useSearch({ from: '/o/$organizationId/reports/-/on-demand' })
  const page = Number(search.page ?? '1')
  const link = (to: number, text: string) => (
    <Link
      className={buttonClass({ kind: 'plain', isCompact: true })}
      to="/o/$organizationId/reports/-/on-demand"
      from="/o/$organizationId"
      search={{ ...search, page: String(to) }}
    >
      {text}
    </Link>
  )
  return (
    <div className="actions">
      {page > 1 && link(page - 1, words.previousPage)}
      {count === PAGE && link(page + 1, words.nextPage)}
    </div>
  )
}
