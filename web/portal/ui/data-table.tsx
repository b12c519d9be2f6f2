import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../words/use-words.ts'

export type Column<Row> = {
  readonly name: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** `main` is the name of the row, with the link that opens it; `money` stands at the right. */
  readonly kind?: 'main' | 'money'
  /** The column can be sorted by its header. */
  readonly onSort?: () => void
  readonly sorted?: 'ascending' | 'descending' | undefined
}

type Selection = { readonly keys: ReadonlySet<string>; readonly toggle: (key: string) => void }

type Props<Row> = {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly selection?: Selection
  /** Called when the end comes into view, to load the next page. */
  readonly onEnd?: (() => void) | undefined
  readonly isLoadingMore?: boolean
}

const ROW_HEIGHT = 41
const ROWS_BEYOND = 12

/**
 * A long list as a table that scrolls with the window. Only the rows in view exist; two spacers hold the place of the
 * others. Arrow keys move between the links of rows, `x` selects one.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, selection, onEnd, isLoadingMore = false }: Props<Row>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = bodyRef.current?.getBoundingClientRect().top ?? 0
    setTop(place + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
    getItemKey: (index) => keyAt(rows, keyOf, index),
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - 1 - ROWS_BEYOND && rows.length > 0) onEnd?.()
  }, [last, rows.length, onEnd])
  const before = (items[0]?.start ?? top) - top
  const after = Math.max(0, virtual.getTotalSize() + top - (items.at(-1)?.end ?? top))
  const span = columns.length + (selection === undefined ? 0 : 1)
  return (
    <table className="table" aria-label={label} aria-rowcount={rows.length + 1} aria-busy={isLoadingMore}>
      <Header columns={columns} hasSelection={selection !== undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: The keys move between the links inside. */}
      <tbody ref={bodyRef} onKeyDown={(event) => moveByKeys(event, selection)}>
        {before > 0 && <Spacer height={before} span={span} />}
        {items.map(({ index, key }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <tr
              key={String(key)}
              ref={virtual.measureElement}
              data-index={index}
              data-key={keyOf(row)}
              aria-rowindex={index + 2}
              aria-selected={selection?.keys.has(keyOf(row))}
            >
              {selection !== undefined && <SelectCell selection={selection} rowKey={keyOf(row)} />}
              {columns.map((column) => (
                <td key={column.name} className={column.kind === 'main' ? 'main value' : column.kind}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
        {after > 0 && <Spacer height={after} span={span} />}
      </tbody>
    </table>
  )
}

function keyAt<Row>(rows: readonly Row[], keyOf: (row: Row) => string, index: number): string {
  const row = rows[index]
  return row === undefined ? String(index) : keyOf(row)
}

/** Set through the DOM's own properties, which the content security policy allows. */
function Spacer({ height, span }: { readonly height: number; readonly span: number }) {
  return (
    <tr className="spacer" aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}

function Header<Row>({ columns, hasSelection }: { readonly columns: readonly Column<Row>[]; readonly hasSelection: boolean }) {
  const words = useWords('shell')
  return (
    <thead>
      <tr>
        {hasSelection && (
          <th scope="col" className="select">
            <span className="hidden-text">{words.selectRow}</span>
          </th>
        )}
        {columns.map(({ name, header, kind, onSort, sorted }) => (
          <th key={name} scope="col" className={kind === 'money' ? 'money' : undefined} aria-sort={sorted}>
            {onSort === undefined ? (
              header
            ) : (
              <button type="button" className="sort" onClick={onSort}>
                {header}
                {sorted === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
                {sorted === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function SelectCell({ selection, rowKey }: { readonly selection: Selection; readonly rowKey: string }) {
  const words = useWords('shell')
  return (
    <td className="select">
      <label className="check">
        <input type="checkbox" checked={selection.keys.has(rowKey)} onChange={() => selection.toggle(rowKey)} />
        <span className="hidden-text">
          {words.selectRow} {rowKey}
        </span>
      </label>
    </td>
  )
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

function moveByKeys(event: KeyboardEvent<HTMLElement>, selection: Selection | undefined): void {
  const row = (event.target as HTMLElement).closest('tr')
  if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
  const step = STEPS[event.key]
  if (step !== undefined) {
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
    next?.querySelector<HTMLElement>('a.row-link')?.focus()
    event.preventDefault()
  } else if (event.key === 'x' && selection !== undefined) {
    selection.toggle(row.dataset['key'] ?? '')
  }
}
