import { calendarDateIn } from '../format/dates.ts'
import { useOrganization } from '../session/organization.ts'
import { DataTable } from '../ui/data-table.tsx'
import { useWords } from '../words/use-words.ts'
import { useInvoiceColumns } from './invoice-columns.tsx'
import type { ListAddress } from './list-address.tsx'
import { EmptyList, FailedList, ListSkeleton, TooMany } from './list-states.tsx'
import { ROWS_MAX, useInvoicePages } from './queries.ts'
import { type Row, rowOf } from './rows.ts'
import { type Column, columnsOfCards } from './state/columns.ts'
import type { ListState } from './state/list-state.ts'

type Props = {
  readonly list: ListAddress
  /** The list with the filters of its page. */
  readonly narrowed: ListState
  readonly columns: readonly Column[]
  readonly layout: 'table' | 'cards'
  readonly count: number | undefined
}

/** The rows, or the reason why there are none. */
export function InvoiceRows({ list, narrowed, columns, layout, count }: Props) {
  const words = useWords('invoices')
  const { timeZone } = useOrganization()
  const pages = useInvoicePages(narrowed)
  const shown = layout === 'cards' ? columnsOfCards(columns, list.state.columns) : columns
  const tableColumns = useInvoiceColumns(list, shown, layout)
  if (pages.isPending) return <ListSkeleton />
  // A page that failed to load later leaves those before it on the screen.
  if (pages.data === undefined) return <FailedList onRetry={pages.refetch} />
  // The service's own day: in the sandbox its clock may be another one.
  const today = calendarDateIn(pages.data.pages[0]?.submitTimeUtc ?? new Date().toISOString(), timeZone)
  const rows = pages.data.pages.flatMap(({ invoices }) =>
    invoices.map((invoice) => rowOf(invoice, { today, timeZone })),
  )
  if (rows.length === 0) return <EmptyList state={list.state} />
  const isMore = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError
  return (
    <>
      <DataTable
        label={words.title}
        columns={tableColumns}
        rows={rows}
        keyOf={keyOf}
        rowCount={pages.hasNextPage ? count : rows.length}
        layout={layout}
        isStale={pages.isPlaceholderData}
        onEnd={isMore ? () => void pages.fetchNextPage() : undefined}
      />
      {pages.isFetchingNextPage && <ListSkeleton />}
      {pages.isFetchNextPageError && <FailedList onRetry={pages.fetchNextPage} />}
      {rows.length >= ROWS_MAX && <TooMany />}
    </>
  )
}

function keyOf({ merchantId, number }: Row): string {
  return `${merchantId ?? ''} ${number}`
}
