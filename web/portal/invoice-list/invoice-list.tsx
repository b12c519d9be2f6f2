import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useOrganization } from '../session/organization.ts'
import { Button } from '../ui/button.tsx'
import { ListSearch } from '../ui/list-search.tsx'
import { useWidth } from '../ui/use-width.ts'
import { useWords } from '../words/use-words.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { CsvLink } from './csv-link.tsx'
import { AddFilter, FilterChips } from './filter-bar/filter-bar.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import type { ListAddress } from './list-address.tsx'
import { ListSums } from './list-sums.tsx'
import { useSums, useToday } from './queries.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { SortMenu } from './sort-menu.tsx'
import { filterQuery } from './state/api-query.ts'
import { layoutOf, shownColumns } from './state/columns.ts'
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
  const today = useToday()
  const words = useWords('invoices')
  const [isOpened, setOpened] = useState(false)
  const isSelecting = isOpened || list.state.selected !== undefined
  const toggleSelecting = () => {
    setOpened(!isSelecting)
    if (isSelecting) list.change({ ...list.state, selected: undefined }, { isReplacing: true })
  }
  return (
    <section className={isSelecting ? 'invoice-list selecting' : 'invoice-list'} ref={ref}>
      <div className="list-tools">
        <ListSearch
          search={list.state.search}
          label={words.search}
          placeholder={words.searchHint}
          onSearch={(search) => list.change({ ...list.state, search }, { isReplacing: true })}
        />
        <div className="tools">
          <div className="add-filter">
            <AddFilter list={list} hidden={hidden} />
          </div>
          {layout === 'cards' && <SortMenu list={list} />}
          {layout === 'cards' && <SelectButton isOn={isSelecting} onToggle={toggleSelecting} />}
          {tools}
          <ColumnsMenu list={list} scope={scope} />
          <CsvLink query={filterQuery(narrowed, today)} columns={columns} label={words.exportCsv} />
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
      <SelectionBar
        list={list}
        narrowed={narrowed}
        columns={columns}
        count={sums.data?.count}
        isCompact={layout === 'cards'}
      />
    </section>
  )
}

/** Cards open with a tap; in this mode a tap selects. */
function SelectButton({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  const words = useWords('invoices')
  return (
    <Button kind="plain" isCompact aria-pressed={isOn} onClick={onToggle}>
      <ListChecks size={16} aria-hidden="true" />
      {words.selection.select}
    </Button>
  )
}

/** Days of issue and lateness follow the organization's zone. */
function ZoneNote() {
  const words = useWords('invoices')
  const { zone } = useFormat()
  return <p className="zone quiet small">{words.zone({ zone })}</p>
}
