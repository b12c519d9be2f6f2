import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../../api/api.ts'
import { ColumnsMenu } from '../../../filters/columns-menu.tsx'
import { SortMenu } from '../../../filters/sort-menu.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { useToday } from '../../../invoice-list/queries.ts'
import { useOrganization } from '../../../session/organization.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { useTransactionSums } from '../queries.ts'
import type { TransactionListAddress } from './address.tsx'
import { offeredColumns, type Scope, shownColumns } from './columns.tsx'
import { AddTransactionFilter, TransactionChips } from './filter-bar.tsx'
import { TransactionRows } from './rows.tsx'
import { COLUMNS, type Column, filterQuery, NEWEST_FIRST, sortFrom, sortText } from './state.ts'
import { TransactionSumList } from './sums.tsx'

/** Below, even few columns are read more easily as cards. */
const TABLE_WIDTH_MIN = 900

type Props = {
  readonly list: TransactionListAddress
  /** Further tools of the page. */
  readonly tools?: ReactNode
}

/** Filters, sums and rows of transactions. */
export function TransactionList({ list, tools }: Props) {
  const words = useWords('transactions')
  const { type } = useOrganization()
  const scope = { hasMerchants: type !== 'merchant' }
  const [ref, width] = useWidth<HTMLElement>()
  const layout = width >= TABLE_WIDTH_MIN ? 'table' : 'cards'
  const sums = useTransactionSums(list.state)
  return (
    <section className="invoice-list transaction-list" ref={ref}>
      <div className="list-tools">
        <ListSearch
          search={list.state.search}
          label={words.search}
          placeholder={words.searchHint}
          onSearch={(search) => list.change({ ...list.state, search }, { isReplacing: true })}
        />
        <div className="tools">
          <div className="add-filter">
            <AddTransactionFilter list={list} />
          </div>
          {layout === 'cards' && <Sorting list={list} />}
          {tools}
          <Columns list={list} scope={scope} />
          <CsvLink list={list} />
        </div>
      </div>
      <TransactionChips list={list} />
      <div className="list-head">
        <TransactionSumList sums={sums.data} shownMax={layout === 'cards' ? 1 : 2} />
        <ZoneNote />
      </div>
      {width > 0 && (
        <TransactionRows
          list={list}
          columns={shownColumns(list.state.columns, scope)}
          layout={layout}
          count={sums.data?.count}
        />
      )}
    </section>
  )
}

function Sorting({ list: { state, change } }: { readonly list: TransactionListAddress }) {
  const words = useWords('transactions')
  const listWords = useWords('invoices')
  const options = (['time', 'amount'] as const).flatMap((key) => [
    [sortText({ key, isDescending: true }), listWords.descending({ column: words.columns[key] })] as const,
    [sortText({ key, isDescending: false }), listWords.ascending({ column: words.columns[key] })] as const,
  ])
  return (
    <SortMenu
      value={sortText(state.sort ?? NEWEST_FIRST)}
      options={options}
      onChoose={(text) => change({ ...state, sort: sortFrom(text) })}
    />
  )
}

function Columns({ list: { state, change }, scope }: { readonly list: TransactionListAddress; readonly scope: Scope }) {
  const words = useWords('transactions')
  const shown = shownColumns(state.columns, scope)
  const toggle = (name: string) => {
    const isShown = (column: Column) => shown.includes(column) !== (column === name)
    const columns = COLUMNS.filter(isShown)
    const isUsual = offeredColumns(scope).every((column) => columns.includes(column))
    change({ ...state, columns: isUsual ? undefined : columns }, { isReplacing: true })
  }
  const offered = offeredColumns(scope).filter((column) => column !== 'reference')
  return (
    <ColumnsMenu
      offered={offered.map((name) => ({ name, label: words.columns[name], isShown: shown.includes(name) }))}
      onToggle={toggle}
    />
  )
}

/** The file has all columns: a spreadsheet leaves out what it does not need. */
function CsvLink({ list: { state } }: { readonly list: TransactionListAddress }) {
  const words = useWords('invoices')
  const api = useApi()
  const query = { ...filterQuery(state, useToday()), headerLanguage: useLanguage() }
  return (
    <a
      className={buttonClass({ kind: 'plain', isCompact: true })}
      href={api.link('/portal/v1/transaction-list/csv', query)}
      download
    >
      <Download size={16} aria-hidden="true" />
      {words.exportCsv}
    </a>
  )
}

/** Times and days follow the organization's zone. */
function ZoneNote() {
  const words = useWords('invoices')
  const { zone } = useFormat()
  return <p className="zone quiet small">{words.zone({ zone })}</p>
}
