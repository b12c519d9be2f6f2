import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../ui/dialog.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/problem.tsx'
import { showToast } from '../ui/toast.tsx'
import { useWords } from '../words/use-words.ts'
import { useDeleteView, useSaveView } from './queries.ts'
import type { SavedView, ViewedList } from './viewed-list.ts'

const NAME_LENGTH_MAX = 60

type Props = {
  readonly viewed: ViewedList
  /** The view to rename; undefined to save a new one. */
  readonly view: SavedView | undefined
  readonly onClose: () => void
}

/** Asks for the name of a view, and whether it is shared. */
export function ViewDialog({ viewed, view, onClose }: Props) {
  const [words, shell] = [useWords('invoices'), useWords('shell')]
  const [problem, setProblem] = useState<string>()
  const save = useSaveView()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name') ?? '').trim()
    if (name === '') return setProblem(words.viewNameMissing)
    const parts = view ?? viewed.parts
    const saved = await save.mutateAsync({
      ...{ viewId: view?.viewId, name, isShared: form.get('isShared') === 'on' },
      ...{ list: viewed.list, query: parts.query, columns: parts.columns },
    })
    viewed.onSaved(saved.viewId)
    showToast(words.viewSaved({ name }))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={view === undefined ? words.saveView : words.renameView}>
      <form className="dialog-form" onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
        {save.isError && <ProblemNotice>{words.viewFailed}</ProblemNotice>}
        <TextField
          label={words.viewName}
          name="name"
          problem={problem}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          defaultValue={view?.name}
        />
        <CheckField label={words.shareView} name="isShared" defaultChecked={view?.isShared ?? false} />
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type DeleteProps = { readonly viewed: ViewedList; readonly view: SavedView; readonly onClose: () => void }

export function DeleteViewDialog({ viewed, view, onClose }: DeleteProps) {
  const words = useWords('invoices')
  const { name, isShared } = view
  const remove = useDeleteView()
  const confirm = () =>
    remove.mutate(view.viewId, {
      onSuccess: () => {
        viewed.onSaved(undefined)
        showToast(words.viewDeleted({ name }))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={words.deleteViewQuestion({ name })}
      confirmLabel={words.deleteViewNamed({ name })}
      isBusy={remove.isPending}
      onConfirm={confirm}
    >
      {remove.isError && <ProblemNotice>{words.viewFailed}</ProblemNotice>}
      <p>{isShared ? viewed.notes.shared : viewed.notes.own}</p>
    </ConfirmDialog>
  )
}
