import { CURRENCIES } from '../../../../src/kernel/currency.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { offeredDefaults, withDefault } from './choices.ts'
import type { StepProps } from './step-props.ts'
import { useFieldLabels } from './use-field-labels.ts'

const DESCRIPTION_LENGTH_MAX = 2_000

/** Values for all invoices, where the file has none. */
export function DefaultValues({ choices, onChange }: Omit<StepProps, 'file'>) {
  const words = useWords('imports')
  const { full } = useFieldLabels()
  const offered = offeredDefaults(choices)
  const propsOf = (field: string) => ({
    label: full(field),
    value: choices.defaults[field] ?? '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(withDefault(choices, field, target.value)),
  })
  if (offered.length === 0) return null
  return (
    <section className="card" aria-labelledby="common">
      <h2 id="common">{words.defaults}</h2>
      <p className="help">{words.defaultsText}</p>
      <div className="import-fields">
        {offered.includes('dueDate') && <TextField type="date" {...propsOf('dueDate')} />}
        {offered.includes('currency') && (
          <SelectField {...propsOf('currency')}>
            <option value="">–</option>
            {CURRENCIES.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </SelectField>
        )}
        {offered.includes('description') && (
          <TextField maxLength={DESCRIPTION_LENGTH_MAX} autoComplete="off" {...propsOf('description')} />
        )}
      </div>
    </section>
  )
}
