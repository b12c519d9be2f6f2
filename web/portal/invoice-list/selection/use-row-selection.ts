import { useEffect, useMemo, useRef } from 'react'
import type { RowSelection } from '../../ui/row-selection.tsx'
import { useWords } from '../../words/use-words.ts'
import type { ListAddress } from '../list-address.tsx'
import type { Row } from '../rows.ts'
import { headState, selectedKeys, withSelected } from '../state/selection.ts'

/** The boxes of the list: the selection stands in the address. */
export function useRowSelection(list: ListAddress, rows: readonly Row[]): RowSelection<Row> {
  const words = useWords('invoices')
  const { state, change } = list
  // A row that is ticked before the list has followed the address adds to the ticks before.
  const latest = useRef(state.selected)
  useEffect(() => {
    latest.current = state.selected
  }, [state.selected])
  return useMemo(() => {
    const loaded = rows.map(({ key }) => key)
    return {
      isSelected: selectedKeys(state.selected),
      head: headState(state.selected, loaded),
      onSelect: (keys, isSelected) => {
        const selected = withSelected(latest.current, { keys, isSelected, loaded })
        latest.current = selected
        change({ ...state, selected }, { isReplacing: true })
      },
      headLabel: words.selection.loaded,
      labelOf: ({ number }) => words.selection.one({ number }),
    }
  }, [rows, state, change, words])
}
