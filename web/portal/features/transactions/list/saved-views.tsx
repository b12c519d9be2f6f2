import { queryString, readQueryString } from '../../../api/query-string.ts'
import { SavedViewsMenu } from '../../../saved-views/saved-views-menu.tsx'
import type { SavedView } from '../../../saved-views/viewed-list.ts'
import { useWords } from '../../../words/use-words.ts'
import { type TransactionListAddress, TransactionsLink } from './address.tsx'
import { COLUMNS, readState, searchOf, type TransactionListState } from './state.ts'

/** The saved views of transactions. */
export function TransactionViews({ list: { state, change } }: { readonly list: TransactionListAddress }) {
  const words = useWords('transactions')
  const parts = partsOf(state)
  const isUnchanged = (view: SavedView) => {
    const then = partsOf(stateOf(view))
    return then.query === parts.query && then.columns.join() === parts.columns.join()
  }
  return (
    <SavedViewsMenu
      viewed={{
        ...{ list: 'transactions', saved: state.saved, parts, isUnchanged },
        linkTo: (view) => <TransactionsLink list={stateOf(view)} />,
        onSaved: (saved) => change({ ...state, saved }, { isReplacing: true }),
        notes: words.viewNotes,
      }}
    />
  )
}

function partsOf(state: TransactionListState) {
  const { saved: _, columns: __, ...parameters } = searchOf(state)
  return { query: queryString(parameters).slice(1), columns: [...(state.columns ?? [])] }
}

function stateOf({ viewId, query, columns }: SavedView): TransactionListState {
  const chosen = COLUMNS.filter((column) => columns.includes(column))
  return { ...readState(readQueryString(query)), saved: viewId, columns: chosen.length === 0 ? undefined : chosen }
}
