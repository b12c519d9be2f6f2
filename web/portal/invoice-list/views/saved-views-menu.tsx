import { SavedViewsMenu as Menu } from '../../saved-views/saved-views-menu.tsx'
import { useWords } from '../../words/use-words.ts'
import { type ListAddress, ListLink } from '../list-address.tsx'
import { isUnchanged, savedParts, stateOfView } from '../state/saved-views.ts'

/** The saved views of invoices. */
export function SavedViewsMenu({ list: { state, change } }: { readonly list: ListAddress }) {
  const words = useWords('invoices')
  return (
    <Menu
      viewed={{
        list: 'invoices',
        saved: state.saved,
        parts: savedParts(state),
        isUnchanged: (view) => isUnchanged(state, view),
        linkTo: (view) => <ListLink list={stateOfView(view)} />,
        onSaved: (saved) => change({ ...state, saved }, { isReplacing: true }),
        notes: { own: words.deleteOwnNote, shared: words.deleteSharedNote },
      }}
    />
  )
}
