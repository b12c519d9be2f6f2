// pure
import { type Html, html } from '../../../kernel/markup/html.ts'
import type { FormModel } from '../page-model.ts'
import type { PageWords } from '../words/page-words.ts'
import { inputField } from './fields.ts'

type Entered = Pick<FormModel, 'values' | 'problems'>

/** By words: fields that are empty are the same on every page. */
function onceIfEmpty(write: (words: PageWords, form: Entered) => Html): (words: PageWords, form: Entered) => Html {
  const empty = new Map<PageWords, Html>()
  return (words, form) => {
    if ([form.values, form.problems].some((entered) => Object.keys(entered).length > 0)) return write(words, form)
    const fields = empty.get(words) ?? write(words, form)
    empty.set(words, fields)
    return fields
  }
}

export const cardFields = onceIfEmpty(
  (words, form) => html`${inputField(form, {
    name: 'cardNumber',
    label: words.cardNumber,
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    lengthMax: 30,
    placeholder: '1234 1234 1234 1234',
    suffix: '',
  })}
<div class="pair">${inputField(form, {
    name: 'cardExpiry',
    label: words.expiry,
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    placeholder: words.expiryExample,
    lengthMax: 9,
  })}${inputField(form, {
    name: 'cardCode',
    label: words.securityCode,
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    lengthMax: 4,
    value: '',
  })}</div>
${inputField(form, { name: 'cardName', label: words.nameOnCard, autocomplete: 'cc-name', lengthMax: 100 })}`,
)

export const bankFields = onceIfEmpty((words, form) => {
  const number = { autocomplete: 'off', inputmode: 'numeric' } as const
  return html`${inputField(form, { name: 'accountHolder', label: words.accountHolder, autocomplete: 'name' })}
<div class="pair">${inputField(form, { name: 'routingNumber', label: words.routingNumber, ...number, lengthMax: 9 })}${inputField(form, { name: 'accountNumber', label: words.accountNumber, ...number, lengthMax: 17 })}</div>`
})
