// pure
import { type AskedField, choicesOf, isAnswerRequired } from '../../../../invoicing/pure.ts'
import { decimalsOfCurrency } from '../../../../kernel/currency.ts'
import { type Language, moneyText } from '../../../../kernel/language.ts'
import { Html, html } from '../../../../kernel/markup/html.ts'
import type { FieldName } from '../../form/form-fields.ts'
import { mostOf, restOf, restSentence, shownAmount } from '../../form/read-amount.ts'
import { type FormModel, type PageModel, pagePath } from '../../page-model.ts'
import { addressFields } from './address-fields.ts'
import { inputField, selectField } from './fields.ts'
import { noticeBox } from './form-notice.ts'
import { icon } from './icons.ts'
import { methodFields } from './method-fields.ts'

/** Everything that a payer enters, and the one button. */
export function payForm(page: PageModel, form: FormModel): Html {
  const { words, isPreview } = page
  return html`<form class="pay" method="post" action="${pagePath(page)}" novalidate data-words="${scriptWords(page)}" data-amounts="${scriptAmounts(form)}"${form.puzzle && html` data-puzzle="${JSON.stringify(form.puzzle)}"`}>
<input type="hidden" name="attempt" value="${form.attemptKey}">
<input type="hidden" name="language" value="${page.language}">
<input type="hidden" name="work" value="${form.puzzle?.puzzle ?? ''}">
${shownField(form)}
${noticeBox(form.notice)}
${amountFields(page, form)}
${payerFields(page, form)}
${methodFields(page, form)}
<button class="button wide" type="submit"${isPreview && new Html(' disabled')}>${payLabel(page, form)}</button>
<p class="working" role="status" hidden>${words.stillWorking}</p>
<p class="secured">${icon('lock')}<span>${words.secured}</span></p>
${!isPreview && testCards(page, form)}
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
    checking: words.checking,
    pay: words.pay({ amount: '{amount}' }),
    payOther: words.payOther,
    remaining: words.remaining({ amount: '{amount}' }),
    remainingBelowMinimum: words.remainingBelowMinimum({ amount: '{amount}' }),
    cardNumber: problems.cardNumber,
    expiry: problems.expiry,
    expired: problems.expired,
    securityCode: problems.securityCode,
    email: problems.email,
  })
}

/** With them the script shows the rest that an amount leaves to pay, and an expired card, before the form is sent. */
function scriptAmounts(form: FormModel): string {
  const { payable, owed, today } = form
  const currency = currencyOf(form)
  const month = today.toPlainYearMonth().toString()
  if (payable.kind !== 'between') return JSON.stringify({ currency, month })
  return JSON.stringify({
    currency,
    month,
    decimals: decimalsOfCurrency(currency) ?? 0,
    mostMinor: Number(payable.most.minor),
    leastMinor: Number(payable.least.minor),
    minimumMinor: Number(owed.minimumPartial.minor),
  })
}

/** The list of a test environment, for methods whose fields are here. */
function testCards({ parts, language }: PageModel, form: FormModel): Html | undefined {
  const methods = form.methods.filter((method) => !form.hostedMethods.includes(method))
  return form.hasCardFields ? parts.testCards?.({ language, currency: currencyOf(form), methods }) : undefined
}

function currencyOf({ payable }: FormModel): string {
  if (payable.kind === 'exactly') return payable.amount.currency
  return payable.kind === 'between' ? payable.most.currency : ''
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
    html`<div class="option"><label class="choice"><input type="radio" name="amountChoice" value="${value}"${isChecked && new Html(' checked')}><span>${label}</span>${rest.hint}</label>${rest.panel}</div>`
  const typed = restOf(form, values.amount ?? '')
  const amountPanel = html`<div class="panel">${inputField(form, {
    name: 'amount',
    label: words.amount,
    autocomplete: 'off',
    inputmode: 'decimal',
    help: owed.minimumPartial.minor === 0n ? undefined : words.minimum({ amount: moneyText(payable.least, language) }),
    suffix: payable.most.currency,
    lengthMax: 40,
    isRequired: true,
  })}
<p class="rest${typed?.isBelowMinimum && ' warning'}" role="status">${typed && restSentence(typed, words, language)}</p></div>`
  return html`<fieldset class="amount-choice"><legend>${words.howMuch}</legend>
<input type="hidden" name="restConfirmed" value="${values.restConfirmed ?? ''}">
<div class="choices">${choice('full', view.paid === undefined ? words.fullAmount : words.remainingAmount, !isOther, { hint: html`<span class="hint money">${moneyText(payable.most, language)}</span>` })}${choice('other', view.partialPayment ?? words.otherAmount, isOther, { panel: amountPanel })}</div></fieldset>`
}

function payerFields(page: PageModel, form: FormModel): Html {
  const { words } = page
  const { isEmailAsked, isPhoneAsked, isShippingAsked, customFields } = form.questions
  const own = [
    isEmailAsked &&
      inputField(form, {
        ...{ name: 'email', label: words.email, autocomplete: 'email', inputmode: 'email', isRequired: true },
      }),
    isPhoneAsked &&
      inputField(form, {
        ...{ name: 'phone', label: words.phone, autocomplete: 'tel', inputmode: 'tel', isRequired: true },
      }),
    ...customFields.filter(({ canAnswer }) => canAnswer).map((field) => customField(page, form, field)),
  ].filter((field) => field !== false)
  return html`${own.length > 0 && html`<fieldset><legend>${words.yourDetails}</legend>${own}</fieldset>`}
${isShippingAsked && addressFields(page, form)}`
}

function customField({ words }: PageModel, form: FormModel, field: AskedField): Html {
  const { definitionId, value, textDefaultValue } = field
  const name: FieldName = `custom-${definitionId}`
  const isRequired = isAnswerRequired(field)
  const label = isRequired ? field.label : words.optional({ label: field.label })
  const entered = form.values[name] ?? value ?? textDefaultValue ?? ''
  const common = { name, label, autocomplete: 'off', value: entered, isRequired }
  if (field.fieldType === 'Text') return inputField(form, { ...common, lengthMax: field.textMaxLength })
  return selectField(form, {
    ...common,
    options: choicesOf(field.possibleValues).map((choice) => ({ value: choice, label: choice })),
    choose: words.choose,
  })
}
