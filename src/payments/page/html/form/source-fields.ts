// pure
import { type Html, html } from '../../../../kernel/markup/html.ts'
import type { FieldName } from '../../form/form-fields.ts'
import type { FormModel } from '../../page-model.ts'
import type { PageWords } from '../../words/page-words.ts'
import { inputField } from './fields.ts'
import { RECOGNIZED_MARK } from './marks.ts'

type Entered = Pick<FormModel, 'values' | 'problems'>
type Write = (words: PageWords, form: Entered) => Html

/** By words: fields that are empty are the same on every page. */
function onceIfEmpty(names: readonly FieldName[], write: Write): Write {
  const empty = new Map<PageWords, Html>()
  return (words, form) => {
    if (names.some((name) => (form.values[name] ?? '') !== '' || form.problems[name] !== undefined))
      return write(words, form)
    const fields = empty.get(words) ?? write(words, form)
    empty.set(words, fields)
    return fields
  }
}

export const cardFields = onceIfEmpty(
  ['cardNumber', 'cardExpiry', 'cardCode', 'cardName'],
  (words, form) => html`${inputField(form, {
    name: 'cardNumber',
    label: words.cardNumber,
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    lengthMax: 30,
    placeholder: '1234 1234 1234 1234',
    suffix: RECOGNIZED_MARK,
    isRequired: true,
  })}
<div class="pair">${inputField(form, {
    name: 'cardExpiry',
    label: words.expiry,
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    placeholder: words.expiryExample,
    lengthMax: 9,
    isRequired: true,
  })}${inputField(form, {
    name: 'cardCode',
    label: words.securityCode,
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    lengthMax: 4,
    value: '',
    isRequired: true,
  })}</div>
${inputField(form, { name: 'cardName', label: words.nameOnCard, autocomplete: 'cc-name', lengthMax: 100, isRequired: true })}`,
)

/** An account in the United States: the numbers are too long to share a row on a phone. */
export const bankFields = onceIfEmpty(['accountHolder', 'routingNumber', 'accountNumber'], (words, form) => {
  const number = { autocomplete: 'off', inputmode: 'numeric', isRequired: true } as const
  return html`${inputField(form, { name: 'accountHolder', label: words.accountHolder, autocomplete: 'name', isRequired: true })}
${inputField(form, { name: 'routingNumber', label: words.routingNumber, ...number, lengthMax: 9 })}
${inputField(form, { name: 'accountNumber', label: words.accountNumber, ...number, lengthMax: 17 })}`
})
