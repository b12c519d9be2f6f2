import { useMemo } from 'react'
import { calendarDateIn } from '../format/dates.ts'
import { useOrganization } from '../session/organization.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Failed } from '../ui/failed.tsx'
import { useWords } from '../words/use-words.ts'
import { useInvoiceColumns } from './invoice-columns.tsx'
import type { ListAddress } from './list-address.tsx'
import { EmptyList, ListSkeleton, TooMany } from './list-states.tsx'
import { useListedMerchants } from './merchants.ts'
import { type Page, ROWS_MAX, useInvoicePages } from './queries.ts'
import { type ListedMerchant, type Row, rowOf } from './rows.ts'
import { useRowSelection } from './selection/use-row-selection.ts'
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
  const pages = useInvoicePages(narrowed)
  const rows = useRows(pages.data?.pages)
  const selection = useRowSelection(list, rows)
  const shown = layout === 'cards' ? columnsOfCards(columns, list.state.columns) : columns
  const tableColumns = useInvoiceColumns(list, shown, layout)
  if (pages.isPending) return <ListSkeleton />
  // A page that failed to load later leaves those before it on the screen.
  if (pages.data === undefined) return <Failed title={words.failed} onRetry={pages.refetch} />
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
        selection={selection}
        onEnd={isMore ? () => void pages.fetchNextPage() : undefined}
      />
      {pages.isFetchingNextPage && <ListSkeleton />}
      {pages.isFetchNextPageError && <Failed title={words.failed} onRetry={pages.fetchNextPage} />}
      {rows.length >= ROWS_MAX && <TooMany />}
    </>
  )
}

const keyOf = ({ key }: Row): string => key
const NO_PAGES: readonly Page[] = []

/** The same rows while the pages are the same: ten thousand are not made again for one tick. */
function useRows(pages: readonly Page[] = NO_PAGES): readonly Row[] {
  const { timeZone } = useOrganization()
  const merchants = useListedMerchants(pages.map(({ invoices }) => invoices))
  return useMemo(() => {
    // The service's own day: in the sandbox its clock may be another one.
    const today = calendarDateIn(pages[0]?.submitTimeUtc ?? new Date().toISOString(), timeZone)
    const [only] = Object.values(merchants)
    const merchantOf = (id: string | undefined) => (id === undefined ? only : merchants[id])
    const names = Object.values(merchants).map(({ name }) => name)
    const isNameShared = ({ name }: ListedMerchant) => names.indexOf(name) !== names.lastIndexOf(name)
    const context = { today, timeZone, merchantOf, isNameShared }
    return pages.flatMap(({ invoices }) => invoices.map((invoice) => rowOf(invoice, context)))
  }, [pages, merchants, timeZone])
}
