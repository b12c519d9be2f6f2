import { useMemo } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { ListSkeleton, TooMany } from '../../../invoice-list/list-states.tsx'
import { useListedMerchants } from '../../../invoice-list/merchants.ts'
import { useOrganization } from '../../../session/organization.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { useWords } from '../../../words/use-words.ts'
import { type ListedTransaction, ROWS_MAX, useTransactionPages } from '../queries.ts'
import { type TransactionListAddress, TransactionsLink } from './address.tsx'
import { type Row, useTransactionColumns } from './columns.tsx'
import { type Column, isFiltered, type TransactionListState, withoutFilters } from './state.ts'

/** A card has two lines, and others only where the reader chose them. */
const OF_CARDS: readonly Column[] = ['reference', 'customer', 'state', 'time', 'amount', 'method']

type Props = {
  readonly list: TransactionListAddress
  readonly columns: readonly Column[]
  readonly layout: 'table' | 'cards'
  readonly count: number | undefined
}

/** The rows, or the reason why there are none. */
export function TransactionRows({ list, columns, layout, count }: Props) {
  const words = useWords('transactions')
  const format = useFormat()
  const pages = useTransactionPages(list.state)
  const rows = useRows(pages.data?.pages)
  const chosen = list.state.columns
  const shown = layout === 'cards' && chosen === undefined ? columns.filter((one) => OF_CARDS.includes(one)) : columns
  const tableColumns = useTransactionColumns(list, shown)
  if (pages.isPending) return <ListSkeleton />
  // A page that failed to load later leaves those before it on the screen.
  if (pages.data === undefined) return <Failed title={words.failed} onRetry={pages.refetch} />
  if (rows.length === 0) return <EmptyTransactions state={list.state} />
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
      {pages.isFetchNextPageError && <Failed title={words.failed} onRetry={pages.fetchNextPage} />}
      {rows.length >= ROWS_MAX && <TooMany text={words.tooMany({ count: ROWS_MAX, text: format.count(ROWS_MAX) })} />}
    </>
  )
}

const keyOf = ({ organizationId, id }: Row): string => `${organizationId} ${id}`

type Page = { readonly transactions: readonly ListedTransaction[] }
const NO_PAGES: readonly Page[] = []

/** The same rows while the pages are the same. */
function useRows(pages: readonly Page[] = NO_PAGES): readonly Row[] {
  const { type } = useOrganization()
  const hasMerchants = type !== 'merchant'
  const merchants = useListedMerchants(hasMerchants ? pages.map(({ transactions }) => transactions) : [])
  return useMemo(
    () =>
      pages.flatMap(({ transactions }) =>
        transactions.map((one) => ({ ...one, merchantName: merchants[one.organizationId]?.name })),
      ),
    [pages, merchants],
  )
}

/** An empty list explains itself: nothing matches, or there are no transactions at all. */
function EmptyTransactions({ state }: { readonly state: TransactionListState }) {
  const words = useWords('transactions')
  const listWords = useWords('invoices')
  if (!isFiltered(state)) return <Empty title={words.empty}>{words.emptyText}</Empty>
  return (
    <Empty
      title={words.noMatch}
      action={
        <TransactionsLink className={buttonClass({ kind: 'plain' })} list={withoutFilters(state)}>
          {listWords.clearFilters}
        </TransactionsLink>
      }
    >
      {listWords.noMatchText}
    </Empty>
  )
}
