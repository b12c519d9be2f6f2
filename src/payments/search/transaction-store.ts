import { fieldNamed } from '../../catalogue/catalogue.ts'
import { formatDecimal } from '../../kernel/decimal.ts'
import { lowerCase } from '../../kernel/lower-case.ts'
import { AMOUNT_SCALE } from '../../kernel/stored-column.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { type RecordSource, recordsOfRequests, recordsWithin } from '../../records/index.ts'
import { SEARCH_FIELDS } from './search-fields.ts'
import type { Condition, Range } from './search-query.ts'

/** Fields of a transaction that are shown. */
const SHOWN_FIELDS = [
  ...['Request.RequestID', 'Request.MerchantReferenceNumber', 'Request.Source', 'Request.TransactionDate'],
  ...['Request.TransactionReferenceNumber', 'Application.Name', 'Application.Rcode', 'Application.ReasonCode'],
  ...['Application.Rflag', 'Application.Rmsg', 'PaymentData.RequestedAmount', 'PaymentData.AuthorizationCode'],
  ...['PaymentData.RequestedAmountCurrencyCode', 'PaymentData.AVSResult', 'PaymentData.CVResult'],
  ...['PaymentData.ProcessorResponseCode', 'PaymentData.ProcessorTransactionID', 'PaymentData.BinNumber'],
  ...['PaymentMethod.AccountSuffix', 'PaymentMethod.CardType', 'PaymentMethod.ExpirationMonth'],
  ...['PaymentMethod.ExpirationYear', 'PaymentMethod.WalletType', 'BillTo.FirstName', 'BillTo.LastName'],
  ...['BillTo.CompanyName', 'BillTo.CustomerID', 'BillTo.Email', 'BillTo.Phone', 'BillTo.Address1', 'BillTo.City'],
  ...['BillTo.State', 'BillTo.Zip', 'BillTo.Country', 'LineItems.InvoiceNumber', 'Request.SubscriptionID'],
] as const
type ShownField = (typeof SHOWN_FIELDS)[number]

/** A transaction record, its fields by wire name. */
export type TransactionRow = Readonly<Partial<Record<ShownField, string | number | null>>> & {
  readonly id: string
  readonly merchantId: string
  readonly occurredAtMs: number
}

export type SortKey = { readonly by: 'id' | 'submitTimeUtc'; readonly isDescending: boolean }

export type TransactionSearch = {
  readonly merchantIds: readonly string[]
  readonly conditions: readonly Condition[]
  readonly sort: readonly SortKey[]
  readonly offset: number
  readonly limit: number
}

export type FoundTransactions = { readonly ids: readonly string[]; readonly total: number }

const FIRST_MS = Date.UTC(1900, 0, 1)
const LAST_MS = Date.UTC(2299, 0, 1)

/** Finds the ids of the transactions of which a record meets all conditions. */
export async function findTransactions(engine: Engine, search: TransactionSearch): Promise<FoundTransactions> {
  const { dialect } = engine
  const { merchantIds, conditions, sort, offset, limit } = search
  if (merchantIds.length === 0) return { ids: [], total: 0 }
  const source = recordsWithin(dialect, 'transaction', { merchantIds, ...windowOf(conditions) }, 'request')
  const others = conditions.filter(({ kind }) => kind !== 'time').map((condition) => conditionSql(source, condition))
  const found = `select ${idSql(source)} as id, min(${timeSql(source)}) as submitted
    from ${source.from}${others.length === 0 ? '' : ` where ${others.join(' and ')}`} group by 1`
  const order = sort.map(({ by, isDescending }) => `${by === 'id' ? 'id' : 'submitted'}${isDescending ? ' desc' : ''}`)
  const options = { isPrivate: true, plan: 'indexed' } as const
  const rows = await engine.rows<{ id: string }>(
    `select id from (${found}) as transactions order by ${[...order, 'id'].join(', ')} limit ${limit} offset ${offset}`,
    options,
  )
  const [counted] = await engine.rows<{ total: number }>(
    `select count(*) as total from (${found}) as transactions`,
    options,
  )
  return { ids: rows.map(({ id }) => id), total: Number(counted?.total ?? 0) }
}

/** Loads the records of transactions, oldest first. */
export async function loadTransactions(
  engine: Engine,
  { merchantIds, ids }: { readonly merchantIds: readonly string[]; readonly ids: readonly string[] },
): Promise<readonly TransactionRow[]> {
  if (ids.length === 0 || merchantIds.length === 0) return []
  const { dialect } = engine
  const source = recordsOfRequests(dialect, 'transaction', { merchantIds, requestIds: ids, orOfRecords: true })
  const fields = SHOWN_FIELDS.map((name) => source.selected(name))
  return engine.rows<TransactionRow>(
    `select ${idSql(source)} as id, merchant_id as "merchantId", ${dialect.ms('occurred_at')} as "occurredAtMs",
      ${fields.join(', ')} from ${source.from} order by occurred_at, record_id`,
    { isPrivate: true, plan: 'indexed' },
  )
}

/** A record without a request id is a transaction of its own. */
function idSql({ valueIn }: RecordSource): string {
  return `coalesce(nullif(${valueIn('Request.RequestID')}, ''), record_id)`
}

function timeSql({ dialect, valueIn }: RecordSource): string {
  return dialect.ms(`coalesce(${valueIn('Request.TransactionDate')}, occurred_at)`)
}

/** The range that all conditions on the time leave. */
function windowOf(conditions: readonly Condition[]): { readonly fromMs: number; readonly toMs: number } {
  const ranges = conditions.flatMap((condition) => (condition.kind === 'time' ? [condition.range] : []))
  // Instants count whole milliseconds.
  const starts = ranges.flatMap(({ from }) => (from ? [from.value.epochMilliseconds + (from.isIncluded ? 0 : 1)] : []))
  const ends = ranges.flatMap(({ to }) => (to ? [to.value.epochMilliseconds + (to.isIncluded ? 1 : 0)] : []))
  return { fromMs: Math.max(FIRST_MS, ...starts), toMs: Math.min(LAST_MS, ...ends) }
}

function conditionSql(source: RecordSource, condition: Condition): string {
  const { dialect } = source
  const wireName = SEARCH_FIELDS[condition.name]?.wireName ?? ''
  const value = source.valueIn(wireName)
  if (condition.kind === 'text') {
    return fieldNamed(wireName).isPersonal
      ? amongSql(dialect, dialect.lowerAll(value), condition.values.map(lowerCase))
      : amongSql(dialect, value, condition.values)
  }
  return condition.kind === 'amount' ? amountSql(dialect, value, condition.range) : '(1 = 1)'
}

function amountSql(
  dialect: Dialect,
  value: string,
  { from, to }: Extract<Condition, { kind: 'amount' }>['range'],
): string {
  const literal = (bound: NonNullable<Range<Parameters<typeof formatDecimal>[0]>['from']>) =>
    dialect.decimal(dialect.text(formatDecimal(bound.value)), AMOUNT_SCALE)
  const lower = from === undefined ? [] : [`${value} ${from.isIncluded ? '>=' : '>'} ${literal(from)}`]
  const upper = to === undefined ? [] : [`${value} ${to.isIncluded ? '<=' : '<'} ${literal(to)}`]
  return [`${value} is not null`, ...lower, ...upper].join(' and ')
}
