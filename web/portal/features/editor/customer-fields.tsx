import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { INVOICE_FIELDS } from '../../../../src/invoicing/rules/terms/invoice-fields.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useWords } from '../../words/use-words.ts'
import { EditorField } from './fields.tsx'
import { useKnownCustomers } from './queries.ts'
import { beginsWithTyping, useEditor } from './use-editor.ts'

const RESTING_MS = 250

/** Who pays. Customers of earlier invoices are suggested; choosing one fills all three fields. */
export function CustomerFields() {
  const words = useWords('editor')
  const { form, number } = useEditor()
  const list = useId()
  const [name, email] = useWatch({ control: form.control, name: ['name', 'email'] })
  const known = useKnownCustomers(useDebounced(email === '' ? name : email, RESTING_MS))
  const fill = (typed: string) => {
    const chosen = known.find((customer) => customer.email === typed)
    if (chosen === undefined) return
    form.setValue('email', chosen.email, { shouldDirty: true, shouldValidate: true })
    form.setValue('name', chosen.name, { shouldDirty: true })
    form.setValue('company', chosen.company, { shouldDirty: true })
  }
  const suggested = {
    list,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => fill(currentTarget.value),
  }
  return (
    <section className="card" aria-labelledby="editor-customer">
      <h2 id="editor-customer">{words.customer}</h2>
      <div className="editor-pair">
        <EditorField
          name="name"
          label={words.name}
          autoFocus={number === undefined && beginsWithTyping()}
          maxLength={INVOICE_FIELDS.customerName.lengthMax}
          {...suggested}
        />
        <EditorField
          name="email"
          label={words.email}
          inputMode="email"
          maxLength={INVOICE_FIELDS.customerEmail.lengthMax}
          {...suggested}
        />
      </div>
      <EditorField
        name="company"
        label={`${words.company} (${words.optional})`}
        maxLength={INVOICE_FIELDS.companyName.lengthMax}
      />
      <datalist id={list}>
        {known.map((customer) => (
          <option key={customer.email} value={customer.email}>
            {[customer.name, customer.company].filter((text) => text !== '').join(' · ')}
          </option>
        ))}
      </datalist>
    </section>
  )
}
