import { Bookmark, Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'
import { useWords } from '../words/use-words.ts'
import { useSavedViews, useSaveView } from './queries.ts'
import { DeleteViewDialog, ViewDialog } from './view-dialogs.tsx'
import type { SavedView, ViewedList } from './viewed-list.ts'

type Question = 'save' | 'rename' | 'delete'

/** Opens saved views, and saves, changes and deletes them. */
export function SavedViewsMenu({ viewed }: { readonly viewed: ViewedList }) {
  const words = useWords('invoices')
  const views = useSavedViews(viewed.list).data ?? []
  const [question, ask] = useState<Question>()
  const open = views.find(({ viewId }) => viewId === viewed.saved)
  return (
    <>
      <Menu
        trigger={
          <Button kind="plain" isCompact>
            <Bookmark size={16} aria-hidden="true" />
            <span className="value">{open?.name ?? words.savedViews}</span>
            {open !== undefined && !viewed.isUnchanged(open) && <span className="quiet">{words.viewChanged}</span>}
          </Button>
        }
      >
        {views.length === 0 && <p className="popup-note">{words.noSavedViews}</p>}
        <ViewGroup
          label={words.ownViews}
          views={views.filter(({ isShared }) => !isShared)}
          open={open}
          linkTo={viewed.linkTo}
        />
        <ViewGroup
          label={words.sharedViews}
          views={views.filter(({ isShared }) => isShared)}
          open={open}
          linkTo={viewed.linkTo}
        />
        {views.length > 0 && <MenuSeparator />}
        <ViewActions viewed={viewed} open={open} ask={ask} />
      </Menu>
      {/* A new dialog each time, so that it begins with the values of now. */}
      {(question === 'save' || question === 'rename') && (
        <ViewDialog viewed={viewed} view={question === 'rename' ? open : undefined} onClose={() => ask(undefined)} />
      )}
      {question === 'delete' && open !== undefined && (
        <DeleteViewDialog viewed={viewed} view={open} onClose={() => ask(undefined)} />
      )}
    </>
  )
}

type GroupProps = {
  readonly label: string
  readonly views: readonly SavedView[]
  readonly open: SavedView | undefined
  readonly linkTo: ViewedList['linkTo']
}

function ViewGroup({ label, views, open, linkTo }: GroupProps) {
  if (views.length === 0) return null
  return (
    <>
      <p className="group-label">{label}</p>
      {views.map((view) => (
        <MenuLink key={view.viewId} link={linkTo(view)} icon={<Mark isOn={view === open} />}>
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
  readonly viewed: ViewedList
  readonly open: SavedView | undefined
  readonly ask: (question: Question) => void
}

function ViewActions({ viewed, open, ask }: ActionsProps) {
  const words = useWords('invoices')
  const save = useSaveView()
  const update = ({ viewId, name, isShared }: SavedView) =>
    save.mutate(
      { viewId, name, isShared, list: viewed.list, ...viewed.parts },
      { onSuccess: () => showToast(words.viewSaved({ name })), onError: () => showToast(words.viewFailed) },
    )
  if (open === undefined) return <MenuItem onSelect={() => ask('save')}>{words.saveView}</MenuItem>
  return (
    <>
      {open.canChange && !viewed.isUnchanged(open) && (
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
