import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { LANGUAGES } from '../../../../src/kernel/language.ts'
import { STATUS_WORDS } from '../../../../src/kernel/wording/status-words.ts'
import { Button } from '../../ui/button.tsx'
import { CurrencyOptions } from '../../ui/currency-options.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { type StatusChoice, shownStatusesOf, statusChoices, statusesOfChoice } from '../state/views.ts'
import { languageText } from './filter-texts.ts'
import type { FormProps } from './form-props.ts'

/** Several statuses of the view. */
export function StatusForm({ state, onApply }: FormProps) {
  const words = useWords('invoices')
  const language = useLanguage()
  const [chosen, setChosen] = useState<readonly StatusChoice[]>(shownStatusesOf(state.status))
  const toggle = (choice: StatusChoice) =>
    setChosen(chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply({ status: chosen.flatMap(statusesOfChoice) })
  }
  return (
    <form onSubmit={submit}>
      {shownStatusesOf(statusChoices(state.view)).map((choice) => (
        <CheckField
          key={choice}
          label={STATUS_WORDS[language][choice]}
          checked={chosen.includes(choice)}
          onChange={() => toggle(choice)}
        />
      ))}
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}

type CurrencyProps = {
  readonly currency: string | undefined
  readonly onApply: (currency: string | undefined) => void
}

export function CurrencyForm({ currency: now, onApply }: CurrencyProps) {
  const words = useWords('invoices')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const currency = new FormData(event.currentTarget).get('currency')
    onApply(typeof currency === 'string' && currency !== '' ? currency : undefined)
  }
  return (
    <form onSubmit={submit}>
      <SelectField label={words.filters.currency} name="currency" defaultValue={now ?? ''} required>
        <option value="" />
        <CurrencyOptions />
      </SelectField>
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}

export function LanguageForm({ state, onApply }: FormProps) {
  const language = useLanguage()
  return (
    <ul className="popup-list">
      {LANGUAGES.map((choice) => (
        <li key={choice}>
          <button type="button" aria-pressed={choice === state.language} onClick={() => onApply({ language: choice })}>
            {languageText(choice, language)}
            {choice === state.language && <Check size={16} aria-hidden="true" />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** There is one choice: the filter is on, or it is not there. */
export function UndeliveredForm({ state, onApply }: FormProps) {
  const words = useWords('invoices')
  return (
    <ul className="popup-list">
      <li>
        <button type="button" aria-pressed={state.undelivered === true} onClick={() => onApply({ undelivered: true })}>
          {words.undelivered}
          {state.undelivered === true && <Check size={16} aria-hidden="true" />}
        </button>
      </li>
    </ul>
  )
}
