import { useSuspenseQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { choicesOf } from '../../../../src/invoicing/custom-fields/custom-field.ts'
import { useApi } from '../../api/api.ts'
import { CheckField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { EditorField, EditorSelect } from './fields.tsx'
import { customFieldsQuery } from './queries.ts'
import { useEditor } from './use-editor.ts'

/** Partial payments and custom fields, which only invoices with items have. */
export function OptionFields() {
  const { form } = useEditor()
  const kind = useWatch({ control: form.control, name: 'kind' })
  if (kind === 'amount') return null
  return (
    <>
      <PartialPayments />
      <CustomFields />
    </>
  )
}

function PartialPayments() {
  const words = useWords('editor')
  const { form } = useEditor()
  const isAllowed = useWatch({ control: form.control, name: 'isPartialAllowed' })
  return (
    <section className="card">
      <CheckField label={words.partial} {...form.register('isPartialAllowed')} />
      {isAllowed && (
        <EditorField name="minimum" kind="amount" label={`${words.minimum} (${words.optional})`} maxLength={40} />
      )}
    </section>
  )
}

/** A field whose definition is gone keeps its value unseen. */
function CustomFields() {
  const words = useWords('editor')
  const { form, saved } = useEditor()
  const { data: fields } = useSuspenseQuery(customFieldsQuery(useApi()))
  const known = new Map(fields.map((field) => [field.id, field]))
  const texts = form.getValues('custom')
  if (texts.every(({ definitionId }) => !known.has(definitionId))) return null
  return (
    <section className="card" aria-labelledby="editor-custom">
      <h2 id="editor-custom">{words.customFields}</h2>
      <p className="help">{words.customHelp}</p>
      {texts.map(({ definitionId }, index) => {
        const field = known.get(definitionId)
        const name = `custom.${index}.value` as const
        if (field === undefined) return null
        if (field.fieldType !== 'Select') {
          const length = field.textMaxLength ?? LENGTH_MAX
          return <EditorField key={definitionId} name={name} label={field.label} maxLength={length} />
        }
        const before = saved?.form.custom.find((one) => one.definitionId === definitionId)?.value ?? ''
        return (
          <EditorSelect key={definitionId} name={name} label={field.label}>
            {[...new Set(['', before, ...choicesOf(field.possibleValues)])].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </EditorSelect>
        )
      })}
    </section>
  )
}

const LENGTH_MAX = 255
