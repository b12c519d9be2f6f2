import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { type Retention, useSaveRetention } from './queries.ts'
import { readMonths } from './read-months.ts'

/** How long records are kept. A shorter time deletes records, so it asks first. */
export function RetentionForm({ retention }: { readonly retention: Retention }) {
  const words = useWords('administration')
  const format = useFormat()
  const id = useId()
  const save = useSaveRetention()
  const [asked, setAsked] = useState<number | null>()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { months: retention.ownMonths === null ? '' : String(retention.ownMonths) },
  })
  const text = (count: number) => words.months({ count, text: format.count(count) })
  const change = (months: number | null) =>
    save.mutate(months, {
      onSuccess: () => showToast(words.retentionSaved),
      onSettled: () => setAsked(undefined),
    })
  const submit = handleSubmit(({ months }) => {
    const read = readMonths(months)
    if (read === undefined) return
    if ((read ?? retention.usualMonths) < retention.months) setAsked(read)
    else change(read)
  })
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.retentionTitle}</h2>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={save.error} />
        <TextField
          label={words.retention}
          help={words.retentionHelp({ months: text(retention.usualMonths) })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          placeholder={String(retention.usualMonths)}
          problem={formState.errors.months?.message}
          {...register('months', {
            validate: (typed) => (readMonths(typed) === undefined ? words.retentionRange : true),
          })}
        />
        <div>
          <Button type="submit" kind="plain" isBusy={save.isPending} disabled={!formState.isDirty}>
            {words.save}
          </Button>
        </div>
      </form>
      {asked !== undefined && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(undefined)}
          title={words.retentionTitleAsked({ months: text(asked ?? retention.usualMonths) })}
          confirmLabel={words.retentionConfirm}
          isDanger
          isBusy={save.isPending}
          onConfirm={() => change(asked)}
        >
          <p>{words.retentionText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
