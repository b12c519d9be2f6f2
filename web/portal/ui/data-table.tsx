import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RowSelection, SelectCell, SelectHead, type Tick, useTick } from './row-selection.tsx'

export type Column<Row> = {
  readonly name: string
  readonly header: string
  /** The same function while the cells of all rows are the same: only then a row is not drawn again. */
  readonly cell: (row: Row) => ReactNode
  /** `main` is the name of the row; `money` stands at the right. */
  readonly kind?: 'main' | 'money'
  /** The column can be sorted by its header. */
  readonly onSort?: () => void
  readonly sorted?: 'ascending' | 'descending' | undefined
}

type Props<Row> = {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Rows of all pages, loaded or not; undefined while nobody has counted them. */
  readonly rowCount?: number | undefined
  /** Cards where the columns do not fit. They stay a table for screen readers. */
  readonly layout?: 'table' | 'cards'
  /** Called when the end comes into view, to load the next page. */
  readonly onEnd?: (() => void) | undefined
  /** The rows are those of an earlier list while the next one is loading. */
  readonly isStale?: boolean
  /** Rows have boxes, and `x` ticks the one that has the focus. */
  readonly selection?: RowSelection<Row> | undefined
}

const ROW_HEIGHTS = { table: 61, cards: 81 } as const
const ROWS_BEYOND = 12

/**
 * A long list as a table that scrolls with the window. Only the rows in view exist; two spacers hold the place of the
 * others. Arrow keys move between the links of rows, and Enter opens one.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, rowCount = -1, layout = 'table', onEnd, isStale = false, selection } = props
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const top = useTop(bodyRef)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHTS[layout],
    overscan: ROWS_BEYOND,
    scrollMargin: top,
    getItemKey: (index) => keyAt(rows, keyOf, index),
  })
  const items = virtual.getVirtualItems()
  useCallNearEnd(onEnd, { last: items.at(-1)?.index ?? 0, count: rows.length })
  const onTick = useTick({ rows, keyOf }, selection)
  const before = (items[0]?.start ?? top) - top
  const after = Math.max(0, virtual.getTotalSize() + top - (items.at(-1)?.end ?? top))
  const role = layout === 'cards' ? CARD_ROLES : undefined
  const span = columns.length + (selection === undefined ? 0 : 1)
  return (
    <table
      className={layout === 'cards' ? 'table cards' : 'table'}
      role={role?.table}
      aria-label={label}
      aria-rowcount={rowCount < 0 ? -1 : rowCount + 1}
      aria-busy={isStale}
    >
      <Header columns={columns} role={role}>
        {selection && <SelectHead selection={selection} keys={rows.map(keyOf)} role={role?.columnheader} />}
      </Header>
      <tbody ref={bodyRef} role={role?.rowgroup} onKeyDown={moveByKeys}>
        {before > 0 && <Spacer height={before} span={span} />}
        {items.map(({ index, key }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <MemoizedRow
              key={String(key)}
              ref={virtual.measureElement}
              row={row}
              index={index}
              columns={columns as readonly Column<unknown>[]}
              role={role}
              selectLabel={selection?.labelOf(row)}
              isSelected={selection?.isSelected(keyOf(row)) ?? false}
              onTick={onTick}
            />
          )
        })}
        {after > 0 && <Spacer height={after} span={span} />}
      </tbody>
    </table>
  )
}

/** Browsers may forget what a table is once its rows are no longer laid out as rows. */
const CARD_ROLES = { table: 'table', rowgroup: 'rowgroup', row: 'row', cell: 'cell', columnheader: 'columnheader' }
type Roles = typeof CARD_ROLES | undefined

type RowProps = {
  readonly ref: Ref<HTMLTableRowElement>
  readonly row: unknown
  readonly index: number
  readonly columns: readonly Column<unknown>[]
  readonly role: Roles
  /** Undefined where rows cannot be selected. */
  readonly selectLabel: string | undefined
  readonly isSelected: boolean
  readonly onTick: Tick
}

function TableRow({ ref, row, index, columns, role, selectLabel, isSelected, onTick }: RowProps) {
  return (
    <tr
      ref={ref}
      data-index={index}
      role={role?.row}
      aria-rowindex={index + 2}
      {...(isSelected && { className: 'selected' })}
    >
      {selectLabel !== undefined && (
        <SelectCell label={selectLabel} index={index} isSelected={isSelected} onTick={onTick} role={role?.cell} />
      )}
      {columns.map((column) => (
        <td key={column.name} role={role?.cell} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A tick draws one row again, and the others stay. */
const MemoizedRow = memo(TableRow, ({ columns: before, ...one }, { columns: after, ...other }) => {
  const isSame = before.length === after.length && before.every(({ cell }, index) => cell === after[index]?.cell)
  return isSame && (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])
})

function classOf<Row>({ name, kind }: Column<Row>): string {
  return kind === undefined ? name : `${name} ${kind}`
}

/** Where the rows begin in the page. Anything above may have changed its height at any render. */
function useTop(ref: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(Math.round((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  })
  return top
}

function useCallNearEnd(onEnd: (() => void) | undefined, { last, count }: { last: number; count: number }): void {
  useEffect(() => {
    if (count > 0 && last >= count - 1 - ROWS_BEYOND) onEnd?.()
  }, [last, count, onEnd])
}

function keyAt<Row>(rows: readonly Row[], keyOf: (row: Row) => string, index: number): string {
  const row = rows[index]
  return row === undefined ? String(index) : keyOf(row)
}

/** Set through the DOM's own properties, which the content security policy allows. */
function Spacer({ height, span }: { readonly height: number; readonly span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: This row takes no focus; a screen reader would count it as one more.
    <tr className="spacer" aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}

type HeaderProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly role: Roles
  /** The head of the boxes. */
  readonly children: ReactNode
}

function Header<Row>({ columns, role, children }: HeaderProps<Row>) {
  return (
    <thead role={role?.rowgroup}>
      <tr role={role?.row} aria-rowindex={1}>
        {children}
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            role={role?.columnheader}
            className={classOf(column)}
            aria-sort={column.sorted}
          >
            {column.onSort === undefined || role !== undefined ? column.header : <SortButton column={column} />}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function SortButton<Row>({ column: { header, onSort, sorted } }: { readonly column: Column<Row> }) {
  return (
    <button type="button" className="sort" onClick={onSort}>
      {header}
      {sorted === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
      {sorted === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
    </button>
  )
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Arrows move from row to row, and `x` ticks the row. */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const row = (event.target as HTMLElement).closest('tr')
  if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
  const step = STEPS[event.key]
  if (step !== undefined) {
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
    next?.querySelector<HTMLElement>('a.row-link')?.focus()
    event.preventDefault()
  } else if (event.key.toLowerCase() === 'x') {
    // With the shift key, which makes it an X, all rows since the last ticked one.
    const init = { bubbles: true, cancelable: true, shiftKey: event.shiftKey }
    row.querySelector('td.select input')?.dispatchEvent(new MouseEvent('click', init))
    event.preventDefault()
  }
}
