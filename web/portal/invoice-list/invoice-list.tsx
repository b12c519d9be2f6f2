import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../api/api.ts'
import { useFormat } from '../format/use-format.ts'
import { useOrganization } from '../session/organization.ts'
import { buttonClass } from '../ui/button.tsx'
import { useWidth } from '../ui/use-width.ts'
import { useLanguage, useWords } from '../words/use-words.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { AddFilter, FilterChips } from './filter-bar/filter-bar.tsx'
import { SearchField } from './filter-bar/search-field.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import type { ListAddress } from './list-address.tsx'
import { ListSums } from './list-sums.tsx'
import { useSums, useToday } from './queries.ts'
import { SortMenu } from './sort-menu.tsx'
import { filterQuery } from './state/api-query.ts'
import { type Column, csvColumnsOf, layoutOf, shownColumns } from './state/columns.ts'
import type { Filter, ListState } from './state/list-state.ts'

type Props = {
  readonly list: ListAddress
  /** Narrows the list on pages about one thing, such as a customer; those filters are not offered. */
  readonly fixed?: Partial<Pick<ListState, Filter>>
  /** Further tools of the page. */
  readonly tools?: ReactNode
}

/** Filters, sums and rows of a list of invoices. */
export function InvoiceList({ list, fixed = {}, tools }: Props) {
  const { type } = useOrganization()
  const scope = { hasMerchants: type !== 'merchant' }
  const [ref, width] = useWidth<HTMLElement>()
  const hidden = Object.keys(fixed) as Filter[]
  const columns = shownColumns(list.state.columns, scope)
  const layout = layoutOf(width, columns)
  const narrowed = { ...list.state, ...fixed }
  const sums = useSums(narrowed)
  return (
    <section className="invoice-list" ref={ref}>
      <div className="list-tools">
        <SearchField
          search={list.state.search}
          onSearch={(search) => list.change({ ...list.state, search }, { isReplacing: true })}
        />
        <div className="tools">
          <div className="add-filter">
            <AddFilter list={list} hidden={hidden} />
          </div>
          {layout === 'cards' && <SortMenu list={list} />}
          {tools}
          <ColumnsMenu list={list} scope={scope} />
          <CsvLink state={narrowed} columns={columns} />
        </div>
      </div>
      <FilterChips list={list} hidden={hidden} />
      <div className="list-head">
        <ListSums count={sums.data?.count} sums={sums.data?.sums ?? []} shownMax={layout === 'cards' ? 1 : 2} />
        {(layout === 'table' || list.state.columns?.includes('issued')) && <ZoneNote />}
      </div>
      {width > 0 && (
        <InvoiceRows list={list} narrowed={narrowed} columns={columns} layout={layout} count={sums.data?.count} />
      )}
    </section>
  )
}

/** The file has the filters and the columns of the screen. */
function CsvLink({ state, columns }: { readonly state: ListState; readonly columns: readonly Column[] }) {
  const words = useWords('invoices')
  const language = useLanguage()
  const [api, today] = [useApi(), useToday()]
  // `language` is the filter by the language of invoices; the headings are in the reader's.
  const query = { ...filterQuery(state, today), columns: csvColumnsOf(columns).join(','), headerLanguage: language }
  return (
    <a
      className={buttonClass({ kind: 'plain', isCompact: true })}
      href={api.link('/portal/v1/invoice-list/csv', query)}
      download
    >
      <Download size={16} aria-hidden="true" />
      {words.exportCsv}
    </a>
  )
}

/** Days of issue and lateness follow the organization's zone. */
function ZoneNote() {
  const words = useWords('invoices')
  const { zone } = useFormat()
  return <p className="zone quiet small">{words.zone({ zone })}</p>
}
