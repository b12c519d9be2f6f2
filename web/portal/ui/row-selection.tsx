import { useCallback, useEffect, useRef } from 'react'

/** The boxes before the rows of a table. */
export type RowSelection<Row> = {
  readonly isSelected: (key: string) => boolean
  readonly head: 'all' | 'some' | 'none'
  /** Selects rows, or takes them out; several after a click with the shift key. */
  readonly onSelect: (keys: readonly string[], isSelected: boolean) => void
  readonly headLabel: string
  readonly labelOf: (row: Row) => string
}

type Rows<Row> = { readonly rows: readonly Row[]; readonly keyOf: (row: Row) => string }
export type Tick = (index: number, isSelected: boolean, isRange: boolean) => void

/** Ticks one row, or all from the last ticked one on. The function stays the same, so that rows are not drawn again. */
export function useTick<Row>({ rows, keyOf }: Rows<Row>, selection: RowSelection<Row> | undefined): Tick {
  const latest = useRef({ rows, keyOf, selection })
  useEffect(() => {
    latest.current = { rows, keyOf, selection }
  })
  const anchor = useRef(0)
  return useCallback((index, isSelected, isRange) => {
    const { rows, keyOf, selection } = latest.current
    const [from, to] = isRange ? [anchor.current, index].toSorted((one, other) => one - other) : [index, index]
    anchor.current = index
    selection?.onSelect(rows.slice(from, (to ?? index) + 1).map(keyOf), isSelected)
  }, [])
}

type CellProps = {
  readonly label: string
  readonly index: number
  readonly isSelected: boolean
  readonly onTick: Tick
  readonly role: string | undefined
}

/** The whole cell is the target. */
export function SelectCell({ label, index, isSelected, onTick, role }: CellProps) {
  return (
    <td className="select" role={role}>
      <label className="check" onMouseDown={keepTextUnselected}>
        <input
          type="checkbox"
          aria-label={label}
          checked={isSelected}
          onChange={({ nativeEvent }) => onTick(index, !isSelected, (nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  )
}

/** Browsers select the text between two clicks with the shift key. */
function keepTextUnselected(event: { readonly shiftKey: boolean; readonly preventDefault: () => void }): void {
  if (event.shiftKey) event.preventDefault()
}

type HeadProps<Row> = {
  readonly selection: RowSelection<Row>
  readonly keys: readonly string[]
  readonly role: string | undefined
}

/** The box for all loaded rows. Cards have no visible head: there the bar of the selection selects all. */
export function SelectHead<Row>({ selection: { head, headLabel, onSelect }, keys, role }: HeadProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = head === 'some'
  }, [head])
  if (role !== undefined) {
    return (
      <th scope="col" role={role} className="select">
        {headLabel}
      </th>
    )
  }
  return (
    <th scope="col" className="select">
      <label className="check">
        <input
          ref={box}
          type="checkbox"
          aria-label={headLabel}
          checked={head === 'all'}
          onChange={() => onSelect(keys, head !== 'all')}
        />
      </label>
    </th>
  )
}
