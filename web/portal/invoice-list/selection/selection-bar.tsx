import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useWords } from '../../words/use-words.ts'
import type { ListAddress } from '../list-address.tsx'
import { ListSums } from '../list-sums.tsx'
import { useSelectionSums } from '../queries.ts'
import type { Column } from '../state/columns.ts'
import type { ListState } from '../state/list-state.ts'
import { readSelection, SELECTED_MAX, type Selection, selectionText } from '../state/selection.ts'
import { SelectionActions } from './selection-actions.tsx'

type Props = {
  readonly list: ListAddress
  /** The list with the filters of its page. */
  readonly narrowed: ListState
  readonly columns: readonly Column[]
  /** How many invoices match the filters. */
  readonly count: number | undefined
  /** Where the list is narrow, its first action is shown and the others are in a menu. */
  readonly isCompact: boolean
}

/** The selection, its sums and its actions. It stays in view while the list scrolls. */
export function SelectionBar({ list, ...props }: Props) {
  const { selected } = list.state
  const clear = () => list.change({ ...list.state, selected: undefined }, { isReplacing: true })
  useEscape(selected === undefined ? undefined : clear)
  return selected === undefined ? null : <Bar {...props} {...{ list, selected }} onClear={clear} />
}

function Bar({
  list,
  narrowed,
  columns,
  count,
  isCompact,
  selected,
  onClear,
}: Props & { selected: Selection; onClear: () => void }) {
  const words = useWords('invoices')
  const format = useFormat()
  const sums = useSumsOf(selected, narrowed)
  const chosen = selected.kind === 'all' ? count : selected.keys.length
  const isMore = selected.kind === 'some' && count !== undefined && count > selected.keys.length
  const isFull = selected.kind === 'some' && selected.keys.length === SELECTED_MAX
  return (
    <section className="selection-bar" aria-label={words.selection.title}>
      <ListSums
        count={chosen}
        text={chosen === undefined ? undefined : words.selection.count({ count: chosen, text: format.count(chosen) })}
        sums={sums}
        shownMax={1}
      />
      {isMore && (
        <Button
          kind="quiet"
          isCompact
          onClick={() => list.change({ ...list.state, selected: { kind: 'all' } }, { isReplacing: true })}
        >
          {words.selection.all({ count, text: format.count(count) })}
        </Button>
      )}
      <div className="actions">
        <SelectionActions {...{ selected, narrowed, columns, isCompact }} count={chosen} />
        <button
          type="button"
          className="button quiet compact icon"
          onClick={onClear}
          aria-label={words.selection.clear}
          title={words.selection.clear}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      {isFull && isMore && <p className="quiet small">{words.selection.full({ text: format.count(SELECTED_MAX) })}</p>}
    </section>
  )
}

/** The sums after a moment without a tick, so that the service is not asked for every row. */
function useSumsOf(selected: Selection, narrowed: ListState) {
  const quiet = readSelection(useDebounced(selectionText(selected))) ?? selected
  return useSelectionSums(quiet, narrowed).data?.sums ?? []
}

/** Escape closes an open layer first. */
function useEscape(onEscape: (() => void) | undefined): void {
  useEffect(() => {
    if (onEscape === undefined) return undefined
    const listen = (event: KeyboardEvent): void => {
      const isBusy = document.querySelector('[role=dialog], [role=menu]') !== null
      const isTyping = (event.target as Element | null)?.closest('input:not([type=checkbox]), textarea, select') != null
      if (event.key === 'Escape' && !event.defaultPrevented && !isBusy && !isTyping) onEscape()
    }
    // A popup that this key closes is still there in this phase.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  })
}
