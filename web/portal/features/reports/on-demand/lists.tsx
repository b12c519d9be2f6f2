import { Link, useSearch } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { ValueTable } from '../value-table.tsx'
import { PAGE } from './queries.ts'
import { headingOf, isNumberColumn, type Table, tablesOf } from './tables.ts'

type Props = {
  readonly data: Readonly<Record<string, unknown>>
  /** The service gives one page after the other. */
  readonly isPaged: boolean
}

const ROWS_MAX = 200

/** Lists of details, with the names that they have in the API. */
export function Lists({ data, isPaged }: Props) {
  const words = useWords('reports')
  const tables = tablesOf(data)
  return (
    <>
      {tables.map((table) => (
        <ListTable key={table.name} table={table} isNamed={tables.length > 1} />
      ))}
      {isPaged && <Pages count={tables.find(({ name }) => name === 'requestDetails')?.rows.length ?? 0} />}
      {!isPaged && tables.some(({ rows }) => rows.length > ROWS_MAX) && (
        <p className="notice plain">{words.rowsCut({ text: String(ROWS_MAX) })}</p>
      )}
    </>
  )
}

function ListTable({ table, isNamed }: { readonly table: Table; readonly isNamed: boolean }) {
  const heading = headingOf(table.name)
  const columns = table.columns.map((name) => ({
    name,
    header: headingOf(name),
    isNumber: isNumberColumn(table, name),
  }))
  return (
    <section className="on-demand-list" lang="en">
      {isNamed && <h2>{heading}</h2>}
      <ValueTable label={heading} columns={columns} rows={table.rows.slice(0, ROWS_MAX)} />
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
