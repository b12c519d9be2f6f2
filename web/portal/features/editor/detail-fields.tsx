import { INVOICE_FIELDS } from '../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { LANGUAGES } from '../../../../src/kernel/language.ts'
import { useToday } from '../../invoice-list/queries.ts'
import { LANGUAGE_NAMES } from '../../shell/language-names.ts'
import { CurrencyOptions } from '../../ui/currency-options.tsx'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { EditorField, EditorSelect, useProblem, useRegister } from './fields.tsx'
import { DUE_PRESETS, dueDateOf } from './form/due-dates.ts'
import { useEditor } from './use-editor.ts'

/** Description, due date, currency, language and delivery of the invoice. */
export function DetailFields() {
  const words = useWords('editor')
  return (
    <section className="card" aria-labelledby="editor-details">
      <h2 id="editor-details">{words.details}</h2>
      <Description />
      <DueDate />
      <div className="editor-pair">
        <EditorSelect name="currency" label={words.currency}>
          <CurrencyOptions />
        </EditorSelect>
        <EditorSelect name="delivery" label={words.delivery}>
          <option value="Email">{words.byEmail}</option>
          <option value="None">{words.withoutEmail}</option>
        </EditorSelect>
      </div>
      <EditorSelect name="language" label={words.language}>
        <option value="">{words.ofSettings}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </EditorSelect>
    </section>
  )
}

function Description() {
  const words = useWords('editor')
  const register = useRegister()
  return (
    <Field label={words.description} problem={useProblem('description')}>
      {(ids) => (
        <textarea rows={2} maxLength={INVOICE_FIELDS.description.lengthMax} {...register('description')} {...ids} />
      )}
    </Field>
  )
}

function DueDate() {
  const words = useWords('editor')
  const { form } = useEditor()
  const today = useToday()
  return (
    <div className="due-date">
      <EditorField name="dueDate" label={words.dueDate} type="date" />
      <div className="presets">
        {DUE_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className="button plain compact"
            onClick={() =>
              form.setValue('dueDate', dueDateOf(preset, today), { shouldDirty: true, shouldValidate: true })
            }
          >
            {words.presets[preset]}
          </button>
        ))}
      </div>
    </div>
  )
}
