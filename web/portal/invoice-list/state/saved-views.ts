// pure
import { queryString, readQueryString } from '../../api/query-string.ts'
import type { SavedView } from '../../saved-views/viewed-list.ts'
import { COLUMNS } from './columns.ts'
import { type ListState, readListState, searchOf } from './list-state.ts'

/** The parts of a list that are saved. */
export function savedParts(state: ListState): Pick<SavedView, 'query' | 'columns'> {
  const { saved: _, columns: __, selected: ___, ...parameters } = searchOf(state)
  return { query: queryString(parameters).slice(1), columns: [...(state.columns ?? [])] }
}

/** The list that a saved view opens. */
export function stateOfView({ viewId, query, columns }: SavedView): ListState {
  const chosen = COLUMNS.filter((column) => columns.includes(column))
  return { ...readListState(readQueryString(query)), saved: viewId, columns: chosen.length === 0 ? undefined : chosen }
}

/** Whether the list still is what the view opened. */
export function isUnchanged(state: ListState, view: SavedView): boolean {
  const [now, then] = [savedParts(state), savedParts(stateOfView(view))]
  return now.query === then.query && now.columns.join() === then.columns.join()
}
