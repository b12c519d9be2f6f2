import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../../api/api-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { useWords } from '../../../words/use-words.ts'

const NAME = /^[a-zA-Z0-9_-](?:[a-zA-Z0-9_ -]{0,78}[a-zA-Z0-9_-])?$/

type Props = {
  readonly title: string
  readonly submitLabel: string
  readonly name: string
  readonly text?: string
  readonly change: { readonly isPending: boolean; readonly error: Error | null }
  readonly onSubmit: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of a group. */
export function GroupNameDialog({ title, submitLabel, name, text, change, onSubmit, onClose }: Props) {
  const words = useWords('administration')
  const shell = useWords('shell')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } })
  const submit = handleSubmit((typed) => onSubmit(typed.name.trim()))
  const isTaken = change.error instanceof ApiProblem && change.error.reason === 'DUPLICATE'
  return (
    <Dialog isOpen onClose={onClose} title={title} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={isTaken ? null : change.error} />
        {text !== undefined && <p>{text}</p>}
        <TextField
          label={words.groupName}
          autoComplete="off"
          maxLength={80}
          problem={formState.errors.name?.message ?? (isTaken ? words.groupNameTaken : undefined)}
          {...register('name', { validate: (typed) => NAME.test(typed.trim()) || words.groupNameProblem })}
        />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={change.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={change.isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
