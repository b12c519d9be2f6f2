// pure
import { Html, html } from '../../../kernel/html.ts'
import { moneyText } from '../../../kernel/language.ts'
import type { Method } from '../../processors/port.ts'
import { COUNTRY_CODES } from '../countries.ts'
import type { FieldName } from '../form-fields.ts'
import type { CustomInput, FormModel, PageModel } from '../page-model.ts'
import { oneStop } from '../words/one-stop.ts'
import { checkField, inputField, selectField } from './fields.ts'
import { testCards } from './test-cards.ts'

/** Everything that a payer enters, and the one button. */
export function payForm(page: PageModel, form: FormModel): Html {
  const { words, path, isPreview } = page
  return html`<form class="pay" method="post" action="${path}" novalidate data-words="${scriptWords(page, form)}">
<input type="hidden" name="attempt" value="${form.attemptKey}">
<input type="hidden" name="language" value="${page.language}">
${notice(page, form)}
${amountFields(page, form)}
${payerFields(page, form)}
${methodFields(page, form)}
<button type="submit"${isPreview && new Html(' disabled')}>${payLabel(page, form)}</button>
<p class="working" role="status" hidden>${words.stillWorking}</p>
<p class="small quiet">${words.secured}</p>
${page.isSandbox && form.hasCardFields && testCards(page, currencyOf(form))}
</form>`
}

/** What the script says; it knows no language itself. */
function scriptWords({ words, language }: PageModel, form: FormModel): string {
  const { problems } = words
  return JSON.stringify({
    language,
    currency: currencyOf(form),
    paying: words.paying,
    pay: words.pay({ amount: '{amount}' }),
    cardNumber: problems.cardNumber,
    expiry: problems.expiry,
    expired: problems.expired,
    securityCode: problems.securityCode,
    required: problems.required,
    email: problems.email,
    notStarted: words.notStarted,
  })
}

function currencyOf({ payable }: FormModel): string {
  if (payable.kind === 'exactly') return payable.amount.currency
  return payable.kind === 'between' ? payable.most.currency : ''
}

function notice({ words }: PageModel, { notice: sentence, problems }: FormModel): Html {
  const fields = Object.entries(problems) as [FieldName, string][]
  if (sentence === undefined && fields.length === 0)
    return html`<div class="notice" role="alert" tabindex="-1" hidden></div>`
  return html`<div class="notice" role="alert" tabindex="-1">${sentence !== undefined && html`<p>${sentence}</p>`}
${fields.length > 0 && html`<h2>${words.pleaseCheck}</h2><ul>${fields.map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul>`}</div>`
}

function payLabel({ words, language }: PageModel, { payable }: FormModel): string {
  if (payable.kind === 'exactly') return words.pay({ amount: moneyText(payable.amount, language) })
  return payable.kind === 'between' ? words.pay({ amount: moneyText(payable.most, language) }) : ''
}

function amountFields({ words, language }: PageModel, form: FormModel): Html {
  const { payable, values } = form
  if (payable.kind !== 'between') return html``
  const isOther = values.amountChoice === 'other' || (values.amount ?? '') !== ''
  const choice = (value: string, label: string, hint: string, isChecked: boolean) =>
    html`<div class="method"><label class="choice"><input type="radio" name="amountChoice" value="${value}"${isChecked && new Html(' checked')}>${label}<span class="hint money">${hint}</span></label></div>`
  return html`<fieldset class="amount-choice"><legend>${words.howMuch}</legend>
<div class="methods">${choice('full', words.fullAmount, moneyText(payable.most, language), !isOther)}${choice('other', words.otherAmount, '', isOther)}
<div class="panel shown">${inputField(form, {
    name: 'amount',
    label: words.amountToPay,
    autocomplete: 'off',
    inputmode: 'decimal',
    help: words.minimum({ amount: moneyText(payable.least, language) }),
    suffix: payable.most.currency,
    lengthMax: 40,
  })}</div></div></fieldset>`
}

function payerFields(page: PageModel, form: FormModel): Html {
  const { words } = page
  const { needsEmail, needsPhone, needsShipping, customInputs } = form
  const own = [
    needsEmail && inputField(form, { name: 'email', label: words.email, autocomplete: 'email', inputmode: 'email' }),
    needsPhone && inputField(form, { name: 'phone', label: words.phone, autocomplete: 'tel', inputmode: 'tel' }),
    ...customInputs.map((input) => customField(page, form, input)),
  ].filter((field) => field !== false)
  return html`${own.length > 0 && html`<fieldset><legend>${words.yourDetails}</legend>${own}</fieldset>`}
${needsShipping && shippingFields(page, form)}`
}

function customField({ words }: PageModel, form: FormModel, input: CustomInput): Html {
  const name: FieldName = `custom-${input.definitionId}`
  const { label, choices, lengthMax, initial } = input
  const common = { name, label, autocomplete: 'off', value: form.values[name] ?? initial }
  if (choices.length === 0) return inputField(form, { ...common, lengthMax })
  return selectField(form, {
    ...common,
    options: choices.map((choice) => ({ value: choice, label: choice })),
    choose: words.choose,
  })
}

function shippingFields({ words, language }: PageModel, form: FormModel): Html {
  const input = (name: FieldName, label: string, autocomplete: string) =>
    inputField(form, { name, label, autocomplete: `shipping ${autocomplete}` })
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const countries = COUNTRY_CODES.map((code) => ({ value: code, label: names.of(code) ?? code }))
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
  return html`<fieldset><legend>${words.payWith}</legend><div class="methods">${form.methods.map(
    (
      method,
    ) => html`<div class="method"><label class="choice"><input type="radio" name="method" value="${method}"${method === chosen && new Html(' checked')}>${invoiceWords[method]}</label>
<div class="panel">${panelOf(method, page, form)}</div></div>`,
  )}</div></fieldset>`
}

function panelOf(method: Method, page: PageModel, form: FormModel): Html {
  if (method === 'card')
    return form.hasCardFields
      ? cardFields(page, form)
      : html`<p class="small quiet">${page.words.walletNext({ wallet: page.invoiceWords.card })}</p>`
  if (method === 'bankDebit') return bankFields(page, form)
  return html`<p class="small quiet">${page.words.walletNext({ wallet: page.invoiceWords[method] })}</p>`
}

function cardFields({ words, view }: PageModel, form: FormModel): Html {
  return html`${inputField(form, {
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
${inputField(form, { name: 'cardName', label: words.nameOnCard, autocomplete: 'cc-name', lengthMax: 100 })}
${form.canSaveCard && checkField(form, 'saveCard', words.saveCard({ seller: view.seller.name }))}`
}

function bankFields({ words, view }: PageModel, form: FormModel): Html {
  const number = { autocomplete: 'off', inputmode: 'numeric' } as const
  return html`${inputField(form, { name: 'accountHolder', label: words.accountHolder, autocomplete: 'name' })}
<div class="pair">${inputField(form, { name: 'routingNumber', label: words.routingNumber, ...number, lengthMax: 9 })}${inputField(form, { name: 'accountNumber', label: words.accountNumber, ...number, lengthMax: 17 })}</div>
<p class="small quiet">${oneStop(words.debitMandate({ seller: view.seller.name }))}</p>`
}
