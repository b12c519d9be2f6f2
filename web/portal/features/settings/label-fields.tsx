import { useFormContext } from 'react-hook-form'
import {
  CONTROLS_OF_LABEL,
  LABEL_KEYS,
  LABEL_VALUE_LENGTH_MAX,
  type LabelChange,
  type LabelKey,
} from '../../../../src/invoicing/settings/label.ts'
import { CheckField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { FormValues } from './form-values.ts'
import { ResetButton } from './reset-button.tsx'
import { useRefusal, useSettings } from './settings-context.ts'

/** Every label of the payment page: another word for it, or where it is hidden. */
export function LabelFields({ sent }: { readonly sent: readonly LabelChange[] }) {
  const words = useWords('settings')
  return (
    <section className="card" aria-labelledby="labels">
      <h2 id="labels">{words.sections.labels}</h2>
      <p className="help">{words.labelsText}</p>
      {LABEL_KEYS.map((key) => (
        <LabelField key={key} labelKey={key} index={sent.findIndex((label) => label.key === key)} />
      ))}
    </section>
  )
}

type Props = {
  readonly labelKey: LabelKey
  /** Its place among the labels that are sent. */
  readonly index: number
}

function LabelField({ labelKey, index }: Props) {
  const words = useWords('settings')
  const { register } = useFormContext<FormValues>()
  const { typed, defaults } = useSettings()
  const name = words.labelKeys[labelKey]
  const reason = useRefusal(`customLabels[${index}].value`, ({ labels }) => labels[labelKey].value)
  const { value, hidden, hiddenForInvoice, hiddenForItem } = typed.labels[labelKey]
  const isDefault = value === '' && !hidden && !hiddenForInvoice && !hiddenForItem
  return (
    <fieldset className="label-setting">
      <legend className="hidden-text">{name}</legend>
      <TextField
        label={name}
        placeholder={name}
        maxLength={LABEL_VALUE_LENGTH_MAX}
        autoComplete="off"
        problem={reason === undefined ? undefined : words.problems.personalData}
        {...register(`labels.${labelKey}.value`)}
      />
      {CONTROLS_OF_LABEL[labelKey].map((control) => (
        <CheckField key={control} label={words.labelControls[control]} {...register(`labels.${labelKey}.${control}`)} />
      ))}
      {!isDefault && (
        <ResetButton path={`labels.${labelKey}`} to={defaults.labels[labelKey]} name={name} shown={name} />
      )}
    </fieldset>
  )
}
