import { Bookmark, Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { type ListAddress, ListLink } from '../list-address.tsx'
import { useSavedViews, useSaveView } from '../queries.ts'
import { isUnchanged, type SavedView, savedParts, stateOfView } from '../state/saved-views.ts'
import { DeleteViewDialog, ViewDialog } from './view-dialogs.tsx'

type Question = 'save' | 'rename' | 'delete'

/** Opens saved views, and saves, changes and deletes them. */
export function SavedViewsMenu({ list }: { readonly list: ListAddress }) {
  const words = useWords('invoices')
  const views = useSavedViews().data ?? []
  const [question, ask] = useState<Question>()
  const open = views.find(({ viewId }) => viewId === list.state.saved)
  return (
    <>
      <Menu
        trigger={
          <Button kind="plain" isCompact>
            <Bookmark size={16} aria-hidden="true" />
            <span className="value">{open?.name ?? words.savedViews}</span>
            {open !== undefined && !isUnchanged(list.state, open) && <span className="quiet">{words.viewChanged}</span>}
          </Button>
        }
      >
        {views.length === 0 && <p className="popup-note">{words.noSavedViews}</p>}
        <ViewGroup label={words.ownViews} views={views.filter(({ isShared }) => !isShared)} open={open} />
        <ViewGroup label={words.sharedViews} views={views.filter(({ isShared }) => isShared)} open={open} />
        {views.length > 0 && <MenuSeparator />}
        <ViewActions list={list} open={open} ask={ask} />
      </Menu>
      {/* A new dialog each time, so that it begins with the values of now. */}
      {(question === 'save' || question === 'rename') && (
        <ViewDialog list={list} view={question === 'rename' ? open : undefined} onClose={() => ask(undefined)} />
      )}
      {question === 'delete' && open !== undefined && (
        <DeleteViewDialog list={list} view={open} onClose={() => ask(undefined)} />
      )}
    </>
  )
}

type GroupProps = { readonly label: string; readonly views: readonly SavedView[]; readonly open: SavedView | undefined }

function ViewGroup({ label, views, open }: GroupProps) {
  if (views.length === 0) return null
  return (
    <>
      <p className="group-label">{label}</p>
      {views.map((view) => (
        <MenuLink key={view.viewId} link={<ListLink list={stateOfView(view)} />} icon={<Mark isOn={view === open} />}>
          <span className="value">{view.name}</span>
        </MenuLink>
      ))}
    </>
  )
}

function Mark({ isOn }: { readonly isOn: boolean }) {
  return <span className="mark">{isOn && <Check size={16} aria-hidden="true" />}</span>
}

type ActionsProps = {
  readonly list: ListAddress
  readonly open: SavedView | undefined
  readonly ask: (question: Question) => void
}

function ViewActions({ list, open, ask }: ActionsProps) {
  const words = useWords('invoices')
  const save = useSaveView()
  const update = ({ viewId, name, isShared }: SavedView) =>
    save.mutate(
      { viewId, name, isShared, ...savedParts(list.state) },
      { onSuccess: () => showToast(words.viewSaved({ name })), onError: () => showToast(words.viewFailed) },
    )
  if (open === undefined) return <MenuItem onSelect={() => ask('save')}>{words.saveView}</MenuItem>
  return (
    <>
      {open.canChange && !isUnchanged(list.state, open) && (
        <MenuItem onSelect={() => update(open)}>{words.updateView}</MenuItem>
      )}
      <MenuItem onSelect={() => ask('save')}>{words.saveAsNew}</MenuItem>
      {open.canChange && <MenuItem onSelect={() => ask('rename')}>{words.renameView}</MenuItem>}
      {open.canChange && (
        <MenuItem isDanger onSelect={() => ask('delete')}>
          {words.deleteView}
        </MenuItem>
      )}
    </>
  )
}
