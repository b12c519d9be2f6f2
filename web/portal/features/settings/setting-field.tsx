import type { ReactNode } from 'react'
import { type UseFormRegisterReturn, useFormContext } from 'react-hook-form'
import {
  type SettingField as Definition,
  SETTING_FIELDS,
  type SettingName,
} from '../../../../src/invoicing/settings/settings-fields.ts'
import { LANGUAGES } from '../../../../src/kernel/language.ts'
import { LANGUAGE_NAMES } from '../../shell/language-names.ts'
import { CurrencyOptions } from '../../ui/currency-options.tsx'
import { CheckField, Field, SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { ColorInput, ColorWarning } from './color-input.tsx'
import type { FormValues } from './form-values.ts'
import { ResetButton } from './reset-button.tsx'
import { useRefusal, useSettings, useWarnings } from './settings-context.ts'
import { useShownText } from './use-shown-text.ts'

const definitionOf = (name: SettingName): Definition => SETTING_FIELDS[name]
const isColor = (name: SettingName): boolean => name === 'backgroundColor' || name === 'fontColor'

/** One setting with its default, and what the service says about it. */
export function SettingField({ name }: { readonly name: SettingName }) {
  const words = useWords('settings')
  const { register } = useFormContext<FormValues>()
  const { defaults, typed } = useSettings()
  const label = words.fields[name]
  const isDefault = typed.values[name] === defaults.values[name]
  const text = useShownText()(name, defaults.values[name])
  return (
    <div className="setting">
      <Control name={name} input={register(`values.${name}`)} />
      {isColor(name) ? <ColorWarning name={name as 'fontColor'} /> : <Warnings name={name} />}
      {!isDefault && <ResetButton path={`values.${name}`} to={defaults.values[name]} name={label} shown={text} />}
    </div>
  )
}

type ControlProps = { readonly name: SettingName; readonly input: UseFormRegisterReturn }

function Control({ name, input }: ControlProps) {
  const words = useWords('settings')
  const field = definitionOf(name)
  const problem = useProblem(name)
  const label = words.fields[name]
  const help = (words.help as Readonly<Partial<Record<SettingName, string>>>)[name]
  const shared = { label, problem, help }
  const lengthMax = 'lengthMax' in field ? field.lengthMax : undefined
  if (field.kind === 'boolean' || name === 'payerAuthentication') {
    return (
      <>
        <CheckField label={label} {...input} />
        {help !== undefined && <p className="help">{help}</p>}
      </>
    )
  }
  if (name === 'deliveryLanguage') {
    return (
      <SelectField {...shared} {...input}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
    )
  }
  if (field.kind === 'currency') {
    return (
      <SelectField {...shared} {...input}>
        <CurrencyOptions />
      </SelectField>
    )
  }
  if (isColor(name)) {
    return <Field {...shared}>{(ids) => <ColorInput name={name} label={label} input={{ ...input, ...ids }} />}</Field>
  }
  if ('isMultiline' in field) {
    return <Field {...shared}>{(ids) => <textarea rows={5} maxLength={lengthMax} {...input} {...ids} />}</Field>
  }
  const type = field.kind === 'email' ? 'email' : field.isUrl === true ? 'url' : 'text'
  return <TextField {...shared} type={type} maxLength={lengthMax} autoComplete="off" {...input} />
}

/** The sentence for what the service refused, by the kind of the field. */
function useProblem(name: SettingName): string | undefined {
  const { problems } = useWords('settings')
  const field = definitionOf(name)
  const reason = useRefusal(field.path, ({ values }) => values[name])
  if (reason === undefined) return undefined
  if (isColor(name)) return problems.color
  if (field.isUrl === true) return problems.url
  if (field.kind === 'email') return problems.email
  return field.kind === 'currency' ? problems.currency : problems.other
}

function Warnings({ name }: { readonly name: SettingName }): ReactNode {
  const { warnings: sentences } = useWords('settings')
  const { saved, typed } = useSettings()
  const reasons = useWarnings(definitionOf(name).path)
  if (saved.values[name] !== typed.values[name]) return null
  const known: Readonly<Record<string, string>> = {
    PAYER_AUTHENTICATION_OFF: sentences.authenticationOff,
    NO_RECIPIENT: sentences.noRecipient,
    EMAIL_REFUSED: sentences.emailRefused,
  }
  return reasons.map((reason) => (
    <p key={reason} className="notice warning">
      {known[reason] ?? reason}
    </p>
  ))
}
