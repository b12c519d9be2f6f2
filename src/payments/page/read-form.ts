// pure

import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { type Language, moneyText } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import { isMailAddress } from '../../kernel/reading/text-readers.ts'
import { readPayerAmount } from '../amounts/read-payer-amount.ts'
import type { Method, Source } from '../processors/port.ts'
import { COUNTRY_CODES } from './countries.ts'
import type { FieldName, FormValues } from './form-fields.ts'
import type { CustomInput, FormTerms } from './page-model.ts'
import { digitsOf, readCard } from './read-card.ts'
import type { PageWords } from './words/page-words.ts'

export type FormProblems = Readonly<Partial<Record<FieldName, string>>>

/** What a payer wants, once everything that they entered is right. */
export type PayerRequest = {
  readonly amount: Money
  readonly method: Method
  /** Undefined for a method that is confirmed on a page of its own. */
  readonly source: Source | undefined
  /** As on the card or the account. */
  readonly name: string | undefined
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly shipTo: Readonly<Record<string, string>> | undefined
  /** By definition id. */
  readonly customValues: Readonly<Record<string, string>>
  readonly wantsCardSaved: boolean
}

export type FormReading = { readonly problems: FormProblems; readonly request: PayerRequest | undefined }

type Context = {
  readonly values: FormValues
  readonly terms: FormTerms
  readonly words: PageWords
  readonly language: Language
  readonly today: Temporal.PlainDate
  /** Whether a text contains a card or identity number, which must not be stored. */
  readonly looksPersonal: (text: string) => boolean
}

const EXAMPLE_DECIMALS_MAX = 2
const TEXT_LENGTH_MAX = 255
const NAME_LENGTH_MAX = 100
const PHONE = /^\+?[\d ()./-]+$/
const PHONE_DIGITS = { min: 4, max: 15 }
const ROUTING_DIGITS = /^\d{9}$/
const ACCOUNT_DIGITS = /^\d{4,17}$/

/** Reads the whole form, so that a payer sees all problems at once. */
export function readForm(context: Context): FormReading {
  const amount = readAmount(context)
  const method = readMethod(context)
  const source = method === undefined ? { problems: {} } : readSource(context, method)
  const payer = readPayer(context)
  const problems: FormProblems = {
    ...(amount.problem === undefined ? {} : { amount: amount.problem }),
    ...payer.problems,
    ...(method === undefined ? { method: context.words.problems.choice } : {}),
    ...source.problems,
  }
  const isComplete = Object.keys(problems).length === 0 && amount.amount !== undefined && method !== undefined
  if (!isComplete) return { problems, request: undefined }
  const wantsCardSaved = context.terms.canSaveCard && method === 'card' && context.values.saveCard === 'yes'
  return { problems, request: { amount: amount.amount, method, source: source.source, wantsCardSaved, ...payer.payer } }
}

type ReadAmount = { readonly amount?: Money; readonly problem?: string }

/** An amount that was typed counts, whatever is chosen beside it: no one pays more than they wrote. */
function readAmount({ values, terms, words, language }: Context): ReadAmount {
  const { payable } = terms
  const { problems } = words
  if (payable.kind === 'exactly') return { amount: payable.amount }
  if (payable.kind !== 'between') return { problem: words.amountChanged }
  const { least, most } = payable
  const typed = values.amount ?? ''
  if (typed === '')
    return values.amountChoice === 'other' ? { problem: notAnAmount(most, words, language) } : { amount: most }
  const reading = readPayerAmount(typed, most.currency)
  if (reading.read === 'tooManyDecimals') return { problem: problems.tooManyDecimals }
  if (reading.read === 'ambiguous')
    return { problem: unclear(reading.meanings, words, language) ?? notAnAmount(most, words, language) }
  if (reading.read !== 'amount') return { problem: notAnAmount(most, words, language) }
  const { amount } = reading
  if (amount.minor < least.minor) return { problem: problems.belowMinimum({ amount: moneyText(least, language) }) }
  if (amount.minor > most.minor) return { problem: problems.aboveBalance({ amount: moneyText(most, language) }) }
  return { amount }
}

/** With an example that the currency allows and nobody can misread. */
function notAnAmount({ currency }: Money, { problems }: PageWords, language: Language): string {
  const decimals = Math.min(decimalsOfCurrency(currency) ?? 0, EXAMPLE_DECIMALS_MAX)
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, useGrouping: false })
  return problems.amount({ example: format.format(decimals === 0 ? 4000 : 40) })
}

function unclear(meanings: readonly Money[], { problems }: PageWords, language: Language): string | undefined {
  const [one, other] = meanings.map((meaning) => moneyText(meaning, language))
  if (one === undefined) return undefined
  return other === undefined ? problems.unclearAmount({ amount: one }) : problems.ambiguousAmount({ one, other })
}

function readMethod({ values, terms }: Context): Method | undefined {
  return terms.methods.find((method) => method === values.method)
}

type ReadSource = { readonly source?: Source; readonly problems: FormProblems }

function readSource(context: Context, method: Method): ReadSource {
  if (method === 'card' && context.terms.hasCardFields) return readCardSource(context)
  return method === 'bankDebit' ? readBankAccount(context) : { problems: {} }
}

function readCardSource(context: Context): ReadSource {
  const { values, words, today } = context
  const { cardNumber = '', cardExpiry = '', cardCode = '', cardName = '' } = values
  const entered = { number: cardNumber, expiry: cardExpiry, code: cardCode, holder: cardName }
  const { card, problems: found } = readCard(entered, today)
  const { number, expiry, code } = found
  const problems: FormProblems = {
    ...(number === undefined ? {} : { cardNumber: words.problems[number] }),
    ...(expiry === undefined ? {} : { cardExpiry: words.problems[expiry] }),
    ...(code === undefined ? {} : { cardCode: words.problems[code] }),
    ...nameProblem(context, 'cardName', cardName),
  }
  return card === undefined || Object.keys(problems).length > 0
    ? { problems }
    : { source: { method: 'card', card }, problems }
}

function nameProblem({ words, looksPersonal }: Context, field: FieldName, name: string): FormProblems {
  if (name === '') return { [field]: words.problems.required }
  if (Array.from(name).length > NAME_LENGTH_MAX) return { [field]: words.problems.tooLong({ count: NAME_LENGTH_MAX }) }
  return looksPersonal(name) ? { [field]: words.problems.personal } : {}
}

function readBankAccount(context: Context): ReadSource {
  const { values, words } = context
  const { accountHolder: holder = '' } = values
  const routingNumber = digitsOf(values.routingNumber ?? '')
  const accountNumber = digitsOf(values.accountNumber ?? '')
  const problems: FormProblems = {
    ...nameProblem(context, 'accountHolder', holder),
    ...(ROUTING_DIGITS.test(routingNumber) ? {} : { routingNumber: words.problems.routingNumber }),
    ...(ACCOUNT_DIGITS.test(accountNumber) ? {} : { accountNumber: words.problems.accountNumber }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { source: { method: 'bankDebit', account: { holder, routingNumber, accountNumber } }, problems }
}

type ReadPayer = {
  readonly payer: Pick<PayerRequest, 'name' | 'email' | 'phone' | 'shipTo' | 'customValues'>
  readonly problems: FormProblems
}

function readPayer(context: Context): ReadPayer {
  const { values, terms } = context
  const shipping = terms.needsShipping ? readShipping(context) : { shipTo: undefined, problems: {} }
  const custom = readCustomValues(context)
  return {
    payer: {
      name: nameOf(values),
      email: terms.needsEmail ? values.email : undefined,
      phone: terms.needsPhone ? values.phone : undefined,
      shipTo: shipping.shipTo,
      customValues: custom.customValues,
    },
    problems: { ...contactProblems(context), ...custom.problems, ...shipping.problems },
  }
}

function nameOf({ method, cardName, accountHolder }: FormValues): string | undefined {
  if (method === 'card') return cardName
  return method === 'bankDebit' ? accountHolder : undefined
}

function contactProblems({ values, terms, words: { problems } }: Context): FormProblems {
  const { email = '', phone = '' } = values
  return {
    ...(terms.needsEmail && !isMailAddress(email) ? { email: email === '' ? problems.required : problems.email } : {}),
    ...(terms.needsPhone && !isPhone(phone) ? { phone: phone === '' ? problems.required : problems.phone } : {}),
  }
}

function isPhone(text: string): boolean {
  const number = text.normalize('NFKC').trim()
  const digits = number.replace(/\D/g, '').length
  return PHONE.test(number) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max
}

/** The fields of the form, and what they are called where they are kept. */
const SHIPPING_FIELDS = { shipName: 'name', street: 'address1', town: 'city', country: 'country' } as const
const MORE_SHIPPING_FIELDS = { streetMore: 'address2', region: 'state', postalCode: 'zip' } as const
const SHIPPING_LENGTHS_MAX = {
  shipName: 100,
  street: 255,
  town: 100,
  country: 2,
  streetMore: 255,
  region: 50,
  postalCode: 20,
}

type ShippingName = keyof typeof SHIPPING_LENGTHS_MAX

function readShipping(context: Context): {
  readonly shipTo: Readonly<Record<string, string>>
  readonly problems: FormProblems
} {
  const { values } = context
  const keptNames: Readonly<Record<ShippingName, string>> = { ...SHIPPING_FIELDS, ...MORE_SHIPPING_FIELDS }
  const names = Object.keys(keptNames) as ShippingName[]
  const problems = names.flatMap((name) => {
    const problem = shippingProblem(context, name, values[name] ?? '')
    return problem === undefined ? [] : [[name, problem] as const]
  })
  const entered = names.map((name) => [keptNames[name], values[name] ?? ''] as const)
  return {
    shipTo: Object.fromEntries(entered.filter(([, value]) => value !== '')),
    problems: Object.fromEntries(problems),
  }
}

function shippingProblem({ words, looksPersonal }: Context, name: ShippingName, value: string): string | undefined {
  const { problems } = words
  if (value === '') return name in SHIPPING_FIELDS ? problems.required : undefined
  if (name === 'country') return COUNTRY_CODES.includes(value) ? undefined : problems.choice
  const count = SHIPPING_LENGTHS_MAX[name]
  if (Array.from(value).length > count) return problems.tooLong({ count })
  return looksPersonal(value) ? problems.personal : undefined
}

function readCustomValues(context: Context): {
  readonly customValues: Readonly<Record<string, string>>
  readonly problems: FormProblems
} {
  const read = context.terms.customInputs.map((input) => {
    const value = context.values[`custom-${input.definitionId}`] ?? ''
    return { input, value, problem: customProblem(context, input, value) }
  })
  return {
    customValues: Object.fromEntries(
      read.filter(({ value }) => value !== '').map(({ input, value }) => [String(input.definitionId), value]),
    ),
    problems: Object.fromEntries(
      read.flatMap(({ input, problem }) => (problem === undefined ? [] : [[`custom-${input.definitionId}`, problem]])),
    ),
  }
}

/** Leaving it empty is fine. */
function customProblem(
  { words: { problems }, looksPersonal }: Context,
  input: CustomInput,
  value: string,
): string | undefined {
  const { choices, lengthMin = 0, lengthMax = TEXT_LENGTH_MAX } = input
  if (value === '') return undefined
  if (choices.length > 0) return choices.includes(value) ? undefined : problems.choice
  const { length } = Array.from(value)
  if (length < lengthMin) return problems.tooShort({ count: lengthMin })
  if (length > lengthMax) return problems.tooLong({ count: lengthMax })
  return looksPersonal(value) ? problems.personal : undefined
}
