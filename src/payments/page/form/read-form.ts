// pure

import type { Language } from '../../../kernel/language.ts'
import type { Money } from '../../../kernel/money.ts'
import { isMailAddress } from '../../../kernel/reading/text-readers.ts'
import { PAYER_LENGTH_MAX, phoneNumber } from '../../payers/payer-rules.ts'
import type { HostedSource, Method, Source } from '../../port/port.ts'
import type { CustomInput, FormTerms } from '../page-model.ts'
import type { PageWords } from '../words/page-words.ts'
import { COUNTRY_CODES } from './countries.ts'
import type { FieldName, FormValues } from './form-fields.ts'
import { readAmount } from './read-amount.ts'
import { digitsOf, readCard } from './read-card.ts'

type PaymentSource = Source | HostedSource

export type FormProblems = Readonly<Partial<Record<FieldName, string>>>

/** What a payer wants, once everything that they entered is right. */
export type PayerRequest = {
  readonly amount: Money
  readonly method: Method
  /** Undefined for a method that is confirmed on a page of its own. */
  readonly source: PaymentSource | undefined
  /** As on the card or the account. */
  readonly name: string | undefined
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly shipTo: Readonly<Record<string, string>> | undefined
  /** By definition id. */
  readonly customValues: Readonly<Record<string, string>>
  readonly wantsCardSaved: boolean
}

export type FormReading = {
  readonly problems: FormProblems
  readonly request: PayerRequest | undefined
  /** The amount that the payer confirms by sending the form again. */
  readonly toConfirm?: string | undefined
}

type Context = {
  readonly values: FormValues
  readonly terms: FormTerms
  readonly words: PageWords
  readonly language: Language
  readonly today: Temporal.PlainDate
  /** Whether a text contains a card or identity number, which must not be stored. */
  readonly looksPersonal: (text: string) => boolean
}

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
  if (!isComplete) return { problems, request: undefined, toConfirm: amount.toConfirm }
  const wantsCardSaved = context.terms.canSaveCard && method === 'card' && context.values.saveCard === 'yes'
  return { problems, request: { amount: amount.amount, method, source: source.source, wantsCardSaved, ...payer.payer } }
}

function readMethod({ values, terms }: Context): Method | undefined {
  return terms.methods.find((method) => method === values.method)
}

type ReadSource = { readonly source?: PaymentSource; readonly problems: FormProblems }

function readSource(context: Context, method: Method): ReadSource {
  if (context.terms.hostedMethods.includes(method)) return { source: { method, isHosted: true }, problems: {} }
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
  if (Array.from(name).length > PAYER_LENGTH_MAX.name)
    return { [field]: words.problems.tooLong({ count: PAYER_LENGTH_MAX.name }) }
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
    ...(terms.needsPhone && phoneNumber(phone) === undefined
      ? { phone: phone === '' ? problems.required : problems.phone }
      : {}),
  }
}

/** The fields of the form, and what they are called where they are kept. */
const SHIPPING_FIELDS = { shipName: 'name', street: 'address1', town: 'city', country: 'country' } as const
const MORE_SHIPPING_FIELDS = { streetMore: 'address2', region: 'state', postalCode: 'zip' } as const
const SHIPPING_LENGTHS_MAX = {
  shipName: PAYER_LENGTH_MAX.name,
  street: PAYER_LENGTH_MAX.line,
  town: PAYER_LENGTH_MAX.city,
  country: 2,
  streetMore: PAYER_LENGTH_MAX.line,
  region: PAYER_LENGTH_MAX.state,
  postalCode: PAYER_LENGTH_MAX.zip,
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
    // An empty one too: the payer may have removed what the merchant had filled in.
    customValues: Object.fromEntries(read.map(({ input, value }) => [String(input.definitionId), value])),
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
  const { choices, lengthMin = 0, lengthMax = PAYER_LENGTH_MAX.answer } = input
  if (value === '') return undefined
  if (choices.length > 0) return choices.includes(value) ? undefined : problems.choice
  const { length } = Array.from(value)
  if (length < lengthMin) return problems.tooShort({ count: lengthMin })
  if (length > lengthMax) return problems.tooLong({ count: lengthMax })
  return looksPersonal(value) ? problems.personal : undefined
}
