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

// What one record contributes to its transaction.

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
  const fromMs = Math.max(FIRST_MS, bounds.fromMs ?? FIRST_MS, filters.from?.epochMilliseconds ?? FIRST_MS)
  const toMs = Math.min(LAST_MS, bounds.toMs ?? LAST_MS, filters.to?.epochMilliseconds ?? LAST_MS)
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

/** What the transactions are sorted by; null for a record that has no place in the order. */
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
 * What a record must meet so that its transaction may be listed. Type and state are of the whole transaction; here they
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

function boundsSql(source: RecordSource, { amountFrom, amountTo }: TransactionFilters): readonly string[] {
  const amount = amountSql(source)
  return [
    ...(amountFrom === undefined ? [] : [`${amount} >= ${decimalSql(source.dialect, amountFrom)}`]),
    ...(amountTo === undefined ? [] : [`${amount} <= ${decimalSql(source.dialect, amountTo)}`]),
  ]
}

export function decimalSql(dialect: Dialect, amount: Decimal): string {
  return dialect.decimal(dialect.text(formatDecimal(amount)), AMOUNT_SCALE)
}

const SEARCHED = [
  ...['Request.MerchantReferenceNumber', 'Request.TransactionReferenceNumber', 'BillTo.FirstName', 'BillTo.LastName'],
  ...['BillTo.CompanyName', 'BillTo.Email', 'BillTo.CustomerID', 'PaymentData.AuthorizationCode'],
  ...['Request.Source', 'PaymentMethod.CardType', 'PaymentData.ProcessorMID'],
]
const ID_DIGITS = /^\d{20,26}$/
const LAST_FOUR = /^\d{4}$/
const AMOUNT = /^\d{1,14}(?:\.\d{1,4})?$/

/** A whole id and an address are searched only where they can be: that costs a tenth. */
function searchSql(source: RecordSource, text: string): string {
  const { dialect, valueIn } = source
  const isId = `${idSql(source)} = ${dialect.text(text)}`
  if (ID_DIGITS.test(text)) return isId
  const sought = [lowerCase(text)]
  const contains = (value: string): string => dialect.containsOneOf(dialect.lowerAll(value), sought)
  if (text.includes('@')) return contains(valueIn('BillTo.Email'))
  // A name is found whole, too: its parts stand beside each other.
  const searched = SEARCHED.map((name) => dialect.textOf(valueIn(name))).join(` || ' ' || `)
  const amount = AMOUNT.test(text) ? parseDecimal(text) : undefined
  const ways = [
    isId,
    contains(`(${searched})`),
    ...(LAST_FOUR.test(text) ? [`${valueIn('PaymentMethod.AccountSuffix')} = ${dialect.text(text)}`] : []),
    ...(amount === undefined ? [] : [`${amountSql(source)} = ${decimalSql(dialect, amount)}`]),
  ]
  return `(${ways.join(' or ')})`
}
