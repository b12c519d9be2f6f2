import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { useCustomFields } from '../queries.ts'
import type { FormProps } from './form-props.ts'

/** One field and its value; another one can be added by the same form. */
export function CustomFieldForm({ state, onApply }: FormProps) {
  const words = useWords('invoices')
  const [problem, setProblem] = useState<string>()
  const fields = useCustomFields()
  const [first] = state.customFields
  if (fields.isPending) return <SkeletonLines count={2} />
  const names = [...new Set([...(fields.data ?? []).map(({ label }) => label), ...(first ? [first.name] : [])])]
  if (names.length === 0) return <p className="quiet small">{words.noFields}</p>
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name = '', value = ''] = ['name', 'value'].map((part) => String(form.get(part) ?? '').trim())
    if (name === '' || value === '') return setProblem(words.wrongValue)
    const others = state.customFields.filter((field) => field.name !== name)
    onApply({ customFields: [...others, { name, value }] })
  }
  return (
    <form onSubmit={submit} noValidate>
      <SelectField label={words.fieldName} name="name" defaultValue={first?.name ?? names[0]}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.fieldValue}
        help={words.fieldHint}
        problem={problem}
        name="value"
        autoComplete="off"
        defaultValue={first?.value}
      />
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}
