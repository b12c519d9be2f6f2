// pure
import { type AskedField, choicesOf } from '../../../invoicing/pure.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { countryText, type Language, moneyText } from '../../../kernel/language.ts'
import { Html, html } from '../../../kernel/markup/html.ts'
import { oneStop } from '../../../kernel/wording/one-stop.ts'
import type { Method } from '../../port/port.ts'
import { COUNTRY_CODES } from '../form/countries.ts'
import type { FieldName } from '../form/form-fields.ts'
import { mostOf, restOf, restSentence, shownAmount } from '../form/read-amount.ts'
import { type FormModel, type PageModel, pagePath } from '../page-model.ts'
import { fieldLabel } from './field-label.ts'
import { checkField, inputField, selectField } from './fields.ts'
import { icon } from './icons.ts'
import { bankFields, cardFields } from './source-fields.ts'

/** Everything that a payer enters, and the one button. */
export function payForm(page: PageModel, form: FormModel): Html {
  const { words, isPreview } = page
  return html`<form class="pay" method="post" action="${pagePath(page)}" novalidate data-words="${scriptWords(page)}" data-amounts="${scriptAmounts(form)}">
<input type="hidden" name="attempt" value="${form.attemptKey}">
<input type="hidden" name="language" value="${page.language}">
${shownField(form)}
${notice(page, form)}
${amountFields(page, form)}
${payerFields(page, form)}
${methodFields(page, form)}
<button class="button wide" type="submit"${isPreview && new Html(' disabled')}>${payLabel(page, form)}</button>
<p class="working" role="status" hidden>${words.stillWorking}</p>
<p class="secured">${icon('lock')}<span>${words.secured}</span></p>
${form.hasCardFields && page.parts.testCards?.({ language: page.language, currency: currencyOf(form) })}
</form>`
}

/** So that a payer never pays another amount than the page showed. */
function shownField({ payable }: FormModel): Html {
  if (payable.kind !== 'exactly' && payable.kind !== 'between') return html``
  return html`<input type="hidden" name="shown" value="${shownAmount(mostOf(payable))}">`
}

/** By language: they are the same on every page, and long. */
const wordsOfScripts = new Map<Language, Html>()

/** The sentences of the script, which has none of its own. */
function scriptWords({ words, language }: PageModel): Html {
  const written = wordsOfScripts.get(language) ?? html`${writeScriptWords(words, language)}`
  wordsOfScripts.set(language, written)
  return written
}

function writeScriptWords(words: PageModel['words'], language: Language): string {
  const { problems } = words
  return JSON.stringify({
    language,
    paying: words.paying,
    pay: words.pay({ amount: '{amount}' }),
    payOther: words.payOther,
    remaining: words.remaining({ amount: '{amount}' }),
    remainingBelowMinimum: words.remainingBelowMinimum({ amount: '{amount}' }),
    cardNumber: problems.cardNumber,
    expiry: problems.expiry,
    expired: problems.expired,
    securityCode: problems.securityCode,
    required: problems.required,
    email: problems.email,
    notStarted: words.notStarted,
  })
}

/** With them the script shows the rest that an amount leaves to pay, before it is sent. */
function scriptAmounts(form: FormModel): string {
  const { payable, owed } = form
  const currency = currencyOf(form)
  if (payable.kind !== 'between') return JSON.stringify({ currency })
  return JSON.stringify({
    currency,
    decimals: decimalsOfCurrency(currency) ?? 0,
    mostMinor: Number(payable.most.minor),
    leastMinor: Number(payable.least.minor),
    minimumMinor: Number(owed.minimumPartial?.minor ?? 0n),
  })
}

function currencyOf({ payable }: FormModel): string {
  if (payable.kind === 'exactly') return payable.amount.currency
  return payable.kind === 'between' ? payable.most.currency : ''
}

function notice({ words }: PageModel, form: FormModel): Html {
  const { notice: sentence, problems } = form
  const fields = Object.entries(problems) as [FieldName, string][]
  if (sentence === undefined && fields.length === 0)
    return html`<div class="notice" role="alert" tabindex="-1" hidden></div>`
  return html`<div class="notice" role="alert" tabindex="-1">${sentence !== undefined && html`<p>${sentence}</p>`}
${fields.length > 0 && html`<h2>${words.pleaseCheck}</h2><ul>${fields.map(([name, problem]) => html`<li><a href="#${name}">${fieldLabel(name, words, form)}</a> ${problem}</li>`)}</ul>`}</div>`
}

function payLabel({ words, language }: PageModel, form: FormModel): string {
  const { payable, values } = form
  if (payable.kind === 'exactly') return words.pay({ amount: moneyText(payable.amount, language) })
  if (payable.kind !== 'between') return words.payOther
  const { amount = '', amountChoice } = values
  if (amount === '' && amountChoice !== 'other') return words.pay({ amount: moneyText(payable.most, language) })
  const typed = restOf(form, amount)
  return typed === undefined ? words.payOther : words.pay({ amount: moneyText(typed.amount, language) })
}

function amountFields({ words, language, view }: PageModel, form: FormModel): Html {
  const { payable, values, owed } = form
  if (payable.kind !== 'between') return html``
  const isOther = values.amountChoice === 'other' || (values.amount ?? '') !== ''
  const choice = (value: string, label: string, isChecked: boolean, rest: { hint?: Html; panel?: Html }) =>
    html`<div class="option"><label class="choice"><input type="radio" name="amountChoice" value="${value}"${isChecked && new Html(' checked')}>${label}${rest.hint}</label>${rest.panel}</div>`
  const typed = restOf(form, values.amount ?? '')
  const amountPanel = html`<div class="panel">${inputField(form, {
    name: 'amount',
    label: words.amount,
    autocomplete: 'off',
    inputmode: 'decimal',
    help: owed.minimumPartial === undefined ? undefined : words.minimum({ amount: moneyText(payable.least, language) }),
    suffix: payable.most.currency,
    lengthMax: 40,
  })}
<p class="rest${typed?.isBelowMinimum && ' warning'}" role="status">${typed && restSentence(typed, words, language)}</p></div>`
  return html`<fieldset class="amount-choice"><legend>${words.howMuch}</legend>
<input type="hidden" name="restConfirmed" value="${values.restConfirmed ?? ''}">
<div class="choices">${choice('full', words.fullAmount, !isOther, { hint: html`<span class="hint money">${moneyText(payable.most, language)}</span>` })}${choice('other', view.partialPayment ?? words.otherAmount, isOther, { panel: amountPanel })}</div></fieldset>`
}

function payerFields(page: PageModel, form: FormModel): Html {
  const { words } = page
  const { isEmailAsked, isPhoneAsked, isShippingAsked, customFields } = form.questions
  const own = [
    isEmailAsked && inputField(form, { name: 'email', label: words.email, autocomplete: 'email', inputmode: 'email' }),
    isPhoneAsked && inputField(form, { name: 'phone', label: words.phone, autocomplete: 'tel', inputmode: 'tel' }),
    ...customFields.filter(({ canAnswer }) => canAnswer).map((field) => customField(page, form, field)),
  ].filter((field) => field !== false)
  return html`${own.length > 0 && html`<fieldset><legend>${words.yourDetails}</legend>${own}</fieldset>`}
${isShippingAsked && shippingFields(page, form)}`
}

function customField({ words }: PageModel, form: FormModel, field: AskedField): Html {
  const { definitionId, label, value, textDefaultValue } = field
  const name: FieldName = `custom-${definitionId}`
  const common = { name, label, autocomplete: 'off', value: form.values[name] ?? value ?? textDefaultValue ?? '' }
  if (field.fieldType === 'Text') return inputField(form, { ...common, lengthMax: field.textMaxLength })
  return selectField(form, {
    ...common,
    options: choicesOf(field.possibleValues).map((choice) => ({ value: choice, label: choice })),
    choose: words.choose,
  })
}

function shippingFields({ words, language }: PageModel, form: FormModel): Html {
  const input = (name: FieldName, label: string, autocomplete: string) =>
    inputField(form, { name, label, autocomplete: `shipping ${autocomplete}` })
  const countries = COUNTRY_CODES.map((code) => ({ value: code, label: countryText(code, language) }))
  const byName = new Intl.Collator(language)
  return html`<fieldset><legend>${words.shippingAddress}</legend>
${input('shipName', words.fullName, 'name')}
${input('street', words.street, 'address-line1')}
${input('streetMore', words.optional({ label: words.streetMore }), 'address-line2')}
<div class="pair">${input('postalCode', words.postalCode, 'postal-code')}${input('town', words.town, 'address-level2')}</div>
${input('region', words.optional({ label: words.region }), 'address-level1')}
${selectField(form, {
  name: 'country',
  label: words.country,
  autocomplete: 'shipping country',
  options: countries.toSorted((a, b) => byName.compare(a.label, b.label)),
  choose: words.choose,
})}</fieldset>`
}

function methodFields(page: PageModel, form: FormModel): Html {
  const { words, invoiceWords } = page
  const chosen = form.values.method ?? (form.methods.includes('card') ? 'card' : form.methods[0])
  return html`<fieldset id="method"><legend>${words.payWith}</legend><div class="choices">${form.methods.map(
    (
      method,
    ) => html`<div class="option"><label class="choice"><input type="radio" name="method" value="${method}"${method === chosen && new Html(' checked')}>${method === 'hosted' ? words.hostedChoice : invoiceWords[method]}${icon(method)}</label>
<div class="panel">${panelOf(method, page, form)}</div></div>`,
  )}</div></fieldset>`
}

function panelOf(method: Method, page: PageModel, form: FormModel): Html {
  const { words, invoiceWords, view } = page
  const { name: seller } = view.seller
  if (form.hostedMethods.includes(method)) return html`<p class="small quiet">${words.hostedNext}</p>`
  if (method === 'card')
    return html`${cardFields(words, form)}
${form.canSaveCard && checkField(form, 'saveCard', words.saveCard({ seller }))}`
  if (method === 'bankDebit')
    return html`${bankFields(words, form)}
<p class="small quiet">${oneStop(words.debitMandate({ seller }))}</p>`
  return html`<p class="small quiet">${words.walletNext({ wallet: invoiceWords[method] })}</p>`
}
