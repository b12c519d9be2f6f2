import type { KindName } from '../../catalogue/kinds.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/decimal.ts'
import { lowerCase } from '../../kernel/lower-case.ts'
import { AMOUNT_SCALE } from '../../kernel/stored-column.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { type RecordSource, recordsWithin } from '../../records/index.ts'
import {
  TAKING,
  TRANSACTION_STATES,
  type TransactionFilters,
  type TransactionSort,
  type TransactionState,
  type TransactionType,
  UNDOING,
  UNDOING_ENDING,
} from './transaction-list.ts'

// The part of one record in its transaction.

/** The kinds of records that are transactions. */
export const LISTED_KINDS = ['transaction', 'external-payment'] as const satisfies readonly KindName[]
export type ListedKind = (typeof LISTED_KINDS)[number]

export const FIRST_MS = Date.UTC(1900, 0, 1)
export const LAST_MS = Date.UTC(2299, 0, 1)

/** Names of persons stay out of logs. */
export const OPTIONS = { isPrivate: true, plan: 'indexed' } as const

/** The weight of a state, from 1; a transaction is in the heaviest state of its records. */
export function weightOf(state: TransactionState): number {
  return TRANSACTION_STATES.indexOf(state) + 1
}

export type Listing = {
  readonly merchantIds: readonly string[]
  readonly filters: TransactionFilters
  readonly sort: TransactionSort
}

/** The kinds that can have transactions of these types. */
export function kindsOf({ types }: Pick<TransactionFilters, 'types'>): readonly ListedKind[] {
  return LISTED_KINDS.filter(
    (kind) => types === undefined || types.some((type) => (type === 'EXTERNAL') === (kind === 'external-payment')),
  )
}

/** Records of the merchants whose request was made in the filter's period. */
export function sourceWithin(
  dialect: Dialect,
  kind: ListedKind,
  { merchantIds, filters }: Pick<Listing, 'merchantIds' | 'filters'>,
  bounds: { readonly fromMs?: number; readonly toMs?: number } = {},
): RecordSource {
  const { from, to, movedFrom, movedTo } = filters
  const starts = [bounds.fromMs, from?.epochMilliseconds, movedFrom?.epochMilliseconds]
  const ends = [bounds.toMs, to?.epochMilliseconds, movedTo?.epochMilliseconds]
  const fromMs = Math.max(FIRST_MS, ...starts.map((start) => start ?? FIRST_MS))
  const toMs = Math.min(LAST_MS, ...ends.map((end) => end ?? LAST_MS))
  return recordsWithin(dialect, kind, { merchantIds, fromMs, toMs: Math.max(fromMs, toMs) }, 'request')
}

/** A record without a request id is a transaction of its own. */
export function idSql({ valueIn }: RecordSource): string {
  return `coalesce(nullif(${valueIn('Request.RequestID')}, ''), record_id)`
}

/** When the request was made, in milliseconds. */
export function timeSql({ dialect, valueIn }: RecordSource): string {
  return dialect.ms(`coalesce(${valueIn('Request.TransactionDate')}, occurred_at)`)
}

export function amountSql({ valueIn }: RecordSource): string {
  return `abs(${valueIn('PaymentData.RequestedAmount')})`
}

/** The key that transactions are sorted by; null for a record that has no place in the order. */
export function sortKeySql(source: RecordSource, { key }: TransactionSort): string {
  return key === 'time' ? timeSql(source) : amountSql(source)
}

/** The weight of the record's result. */
export function weightSql(source: RecordSource): string {
  const { dialect, valueIn, isRefund } = source
  const [name, flag] = [valueIn('Application.Name'), valueIn('Application.Rflag')]
  const isDeclined = `${dialect.beginsWith(flag, 'D')} or ${dialect.beginsWith(flag, 'E')}`
  const isUndoing = `${amongSql(dialect, name, UNDOING)} or ${dialect.matches(name, UNDOING_ENDING)}`
  return `case when ${isDeclined} then ${weightOf('DECLINED')}
    when ${flag} = 'SREVIEW' then ${weightOf('REVIEW')}
    when ${isUndoing} then ${weightOf('REVERSED')}
    when ${isRefund} or ${amongSql(dialect, name, TAKING)} then ${weightOf('COMPLETED')}
    else ${weightOf('AUTHORIZED')} end`
}

/**
 * The conditions on a record under which its transaction may be listed. Type and state are of the whole transaction; here they
 * leave out records that no transaction of that type or state has.
 */
export function conditionsSql(source: RecordSource, { filters, sort }: Pick<Listing, 'filters' | 'sort'>) {
  const { valueIn, dialect } = source
  const { currency, reference, email, lastFour, scheme, source: application, processor } = filters
  const equal = (wireName: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`${valueIn(wireName)} = ${dialect.text(value)}`]
  const inAnyCase = (wireName: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`${dialect.lowerAll(valueIn(wireName))} = ${dialect.text(lowerCase(value))}`]
  return [
    ...(sort.key === 'amount' ? [`${amountSql(source)} is not null`] : []),
    ...typesSql(source, filters.types),
    ...statesSql(source, filters.states),
    ...movedSql(source, filters),
    ...boundsSql(source, filters),
    ...equal('PaymentData.RequestedAmountCurrencyCode', currency),
    ...equal('Request.MerchantReferenceNumber', reference),
    ...equal('PaymentMethod.AccountSuffix', lastFour),
    ...inAnyCase('BillTo.Email', email),
    ...inAnyCase('PaymentMethod.CardType', scheme),
    ...inAnyCase('Request.Source', application),
    ...inAnyCase('PaymentData.ProcessorMID', processor),
    ...(filters.search === undefined ? [] : [searchSql(source, filters.search)]),
  ]
}

function typesSql({ isRefund }: RecordSource, types: readonly TransactionType[] | undefined): readonly string[] {
  const [hasPayments, hasRefunds] = [types?.includes('PAYMENT') ?? true, types?.includes('REFUND') ?? true]
  // An electronic check is reversed by a refund of the same request, so a payment may have records of both.
  return hasRefunds && !hasPayments ? [`(${isRefund})`] : []
}

function statesSql(source: RecordSource, states: readonly TransactionState[] | undefined): readonly string[] {
  if (states === undefined) return []
  const isRefund = states.includes('REVERSED') ? ` or ${source.isRefund}` : ''
  return [`(${weightSql(source)} in (${states.map(weightOf).join(', ')})${isRefund})`]
}

/** Its money moved with a record of the period; others of the transaction may have another time. */
function movedSql(source: RecordSource, { movedFrom, movedTo }: TransactionFilters): readonly string[] {
  if (movedFrom === undefined && movedTo === undefined) return []
  const time = timeSql(source)
  return [
    `${weightSql(source)} = ${weightOf('COMPLETED')}`,
    ...(movedFrom === undefined ? [] : [`${time} >= ${movedFrom.epochMilliseconds}`]),
    ...(movedTo === undefined ? [] : [`${time} < ${movedTo.epochMilliseconds}`]),
  ]
}

function boundsSql(source: RecordSource, { amountFrom, amountTo }: TransactionFilters): readonly string[] {
  const amount = amountSql(source)
  return [
    ...(amountFrom === undefined ? [] : [`${amount} >= ${decimalSql(source.dialect, amountFrom)}`]),
    ...(amountTo === undefined ? [] : [`${amount} <= ${decimalSql(source.dialect, amountTo)}`]),
  ]
}

function decimalSql(dialect: Dialect, amount: Decimal): string {
  return dialect.decimal(dialect.text(formatDecimal(amount)), AMOUNT_SCALE)
}

/** Texts that people write in any letter case, and numbers of merchant and processor. */
const NAMES = [
  'BillTo.FirstName',
  'BillTo.LastName',
  'BillTo.CompanyName',
  'BillTo.Email',
  'Request.Source',
  'PaymentMethod.CardType',
]
const NUMBERS = [
  ...['Request.MerchantReferenceNumber', 'Request.TransactionReferenceNumber', 'BillTo.CustomerID'],
  ...['PaymentData.AuthorizationCode', 'PaymentData.ProcessorMID'],
]
const ID_DIGITS = /^\d{20,26}$/
const LAST_FOUR = /^\d{4}$/
const AMOUNT = /^\d{1,14}(?:\.\d{1,4})?$/
const WORDS_MAX = 5

/** Each word must be in one of the texts, so that a first and a last name find a person. */
function searchSql(source: RecordSource, text: string): string {
  const [first = '', ...others] = text.split(/\s+/)
  const last = others.slice(WORDS_MAX - 1).join(' ')
  const words = [first, ...others.slice(0, WORDS_MAX - 1), ...(last === '' ? [] : [last])]
  const whole = `${idSql(source)} = ${source.dialect.text(text)}`
  if (ID_DIGITS.test(text)) return whole
  return `(${whole} or (${words.map((word) => wordSql(source, word)).join(' and ')}))`
}

/** Digits and addresses are looked for only where they can be: letter case costs three times as much as the search. */
function wordSql(source: RecordSource, word: string): string {
  const { dialect, valueIn } = source
  const contains = (name: string, sought: string): string => dialect.containsOneOf(valueIn(name), [sought])
  const containsLower = (name: string): string => dialect.containsOneOf(lowerSql(source, name, word), [lowerCase(word)])
  if (word.includes('@')) return containsLower('BillTo.Email')
  const amount = AMOUNT.test(word) ? parseDecimal(word) : undefined
  if (amount === undefined) return `(${[...NAMES, ...NUMBERS].map(containsLower).join(' or ')})`
  const ways = [
    ...[...NUMBERS, 'BillTo.CompanyName', 'BillTo.Email'].map((name) => contains(name, word)),
    ...(LAST_FOUR.test(word) ? [`${valueIn('PaymentMethod.AccountSuffix')} = ${dialect.text(word)}`] : []),
    `coalesce(${amountSql(source)} = ${decimalSql(dialect, amount)}, (1 = 0))`,
  ]
  return `(${ways.join(' or ')})`
}

/** A word of ASCII needs nothing but ASCII in lower case, which both engines have as a function of their own. */
function lowerSql({ dialect, valueIn }: RecordSource, name: string, word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII.
  return /^[\x00-\x7f]*$/.test(word) ? `lower(${valueIn(name)})` : dialect.lowerAll(valueIn(name))
}
