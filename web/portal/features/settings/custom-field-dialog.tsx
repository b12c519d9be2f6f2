import { useForm, useWatch } from 'react-hook-form'
import { LABEL_LENGTH_MAX, VALUE_LENGTH_MAX } from '../../../../src/invoicing/custom-fields/custom-field.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { bodyOf, type CustomField, type FieldValues, fieldValuesOf, lengthProblem } from './custom-field-values.ts'
import { useSaveCustomField } from './queries.ts'

type Props = { readonly field: CustomField | undefined; readonly onClose: () => void }

/** A new custom field, or a change of one. */
export function CustomFieldDialog({ field, onClose }: Props) {
  const words = useWords('settings')
  const shell = useWords('shell')
  const save = useSaveCustomField()
  const { register, handleSubmit, control, getValues } = useForm<FieldValues>({ defaultValues: fieldValuesOf(field) })
  const { fieldType } = useWatch({ control })
  const problemOf = useProblems(save.error, getValues)
  const submit = handleSubmit((values) =>
    save.mutate(
      { id: field?.id, body: bodyOf(values, field) },
      {
        onSuccess: () => {
          onClose()
          showToast(words.fieldSaved({ name: values.label.trim() }))
        },
      },
    ),
  )
  const title = field === undefined ? words.newField : words.editField({ name: field.label })
  return (
    <Dialog isOpen onClose={onClose} title={title} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={save.error} />
        <TextField
          label={words.field.label}
          maxLength={LABEL_LENGTH_MAX}
          autoComplete="off"
          problem={problemOf('label')}
          {...register('label')}
        />
        {field === undefined && (
          <SelectField label={words.field.type} help={words.field.typeHelp} {...register('fieldType')}>
            {(['Text', 'Select'] as const).map((type) => (
              <option key={type} value={type}>
                {words.field.types[type]}
              </option>
            ))}
          </SelectField>
        )}
        {fieldType === 'Select' ? (
          <TextField
            label={words.field.choices}
            help={words.field.choicesHelp}
            autoComplete="off"
            problem={problemOf('possibleValues')}
            {...register('possibleValues')}
          />
        ) : (
          <>
            <div className="pair">
              <TextField
                label={words.field.min}
                inputMode="numeric"
                problem={problemOf('textMinLength')}
                {...register('textMinLength')}
              />
              <TextField
                label={words.field.max}
                inputMode="numeric"
                placeholder={String(VALUE_LENGTH_MAX)}
                problem={problemOf('textMaxLength')}
                {...register('textMaxLength')}
              />
            </div>
            <TextField
              label={words.field.default}
              maxLength={VALUE_LENGTH_MAX}
              autoComplete="off"
              problem={problemOf('textDefaultValue')}
              {...register('textDefaultValue')}
            />
          </>
        )}
        <CheckField label={words.field.visible} {...register('customerVisible')} />
        <CheckField label={words.field.readOnly} {...register('readOnly')} />
        {field !== undefined && <p className="help">{words.fieldChangeText}</p>}
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={save.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {field === undefined ? words.createField : words.saveField}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useProblems(error: Error | null, typed: () => FieldValues): (name: string) => string | undefined {
  const { problems, duplicateField } = useWords('settings')
  return (name) => {
    if (!(error instanceof ApiProblem) || error.reasonOf(name) === undefined) return undefined
    if (error.reason === 'DUPLICATE_RECORD') return duplicateField
    if (error.message.includes('personal data')) return problems.personalData
    return problems[lengthProblem(name, typed()) ?? 'other']
  }
}
