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

/** The kinds of records that are transactions. Reports count the first kind only. */
export const TRANSACTION_KINDS = ['transaction', 'external-payment'] as const

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
  ...['TransactionDetails.PaymentMethodType', 'TransactionDetails.PaymentMethodDesc'],
] as const
/** Fields that only the details of a transaction show. */
export const MERCHANT_DATA_FIELDS = Array.from(
  { length: 100 },
  (_, index) => `Merchant-DefinedDataFields.MerchantDefinedData${index + 1}` as const,
)
const SHIPPING_FIELDS = [
  ...['CustomerFields.ShippingFirstName', 'CustomerFields.ShippingLastName', 'CustomerFields.ShippingCompanyName'],
  ...['CustomerFields.ShippingAddress1', 'CustomerFields.ShippingAddress2', 'CustomerFields.ShippingCity'],
  ...['CustomerFields.ShippingState', 'CustomerFields.ShippingPostalCode', 'CustomerFields.ShippingCountry'],
  'CustomerFields.ShippingPhone',
] as const
const DETAIL_FIELDS = ['Request.Comments', ...SHIPPING_FIELDS, ...MERCHANT_DATA_FIELDS] as const
type ShownField = (typeof SHOWN_FIELDS)[number] | (typeof DETAIL_FIELDS)[number]

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

/** Two merchants may have imported transactions with the same id. */
export type TransactionKey = { readonly merchantId: string; readonly id: string }

export type FoundTransactions = { readonly keys: readonly TransactionKey[]; readonly total: number }

const FIRST_MS = Date.UTC(1900, 0, 1)
const LAST_MS = Date.UTC(2299, 0, 1)
/** More records of one transaction are not shown; an import may have any number of them. */
const RECORDS_SHOWN_MAX = 100
const OPTIONS = { isPrivate: true, plan: 'indexed' } as const

/** Finds the transactions of which a record meets all conditions; each is sorted by its first such record. */
export async function findTransactions(engine: Engine, search: TransactionSearch): Promise<FoundTransactions> {
  const { merchantIds, sort, offset, limit } = search
  if (merchantIds.length === 0) return { keys: [], total: 0 }
  const found = `select merchant_id, id, min(submitted_ms) as submitted from (${matchedSql(engine.dialect, search)}) as matched
    group by merchant_id, id`
  const order = sort.map(({ by, isDescending }) => `${by === 'id' ? 'id' : 'submitted'}${isDescending ? ' desc' : ''}`)
  // One statement, so that the page and the total are of the same moment.
  const rows = await engine.rows<TransactionKey & { readonly total: number }>(
    `select merchant_id as "merchantId", id, count(*) over () as total from (${found}) as transactions
      order by ${[...order, 'id', 'merchant_id'].join(', ')} limit ${limit} offset ${offset}`,
    OPTIONS,
  )
  if (rows[0] === undefined && offset > 0) return { keys: [], total: await countRows(engine, found) }
  return { keys: rows.map(({ merchantId, id }) => ({ merchantId, id })), total: Number(rows[0]?.total ?? 0) }
}

async function countRows(engine: Engine, found: string): Promise<number> {
  const [counted] = await engine.rows<{ total: number }>(
    `select count(*) as total from (${found}) as transactions`,
    OPTIONS,
  )
  return Number(counted?.total ?? 0)
}

/** The records of every kind that meet all conditions. */
function matchedSql(dialect: Dialect, { merchantIds, conditions }: TransactionSearch): string {
  const window = { merchantIds, ...windowOf(conditions) }
  const matched = TRANSACTION_KINDS.map((kind) => {
    const source = recordsWithin(dialect, kind, window, 'request')
    const others = conditions.filter(({ kind }) => kind !== 'time').map((condition) => conditionSql(source, condition))
    return `select merchant_id, ${idSql(source)} as id, ${timeSql(source)} as submitted_ms
      from ${source.from}${others.length === 0 ? '' : ` where ${others.join(' and ')}`}`
  })
  return matched.join(' union all ')
}

type LoadedTransactions = {
  readonly merchantIds: readonly string[]
  readonly ids: readonly string[]
  readonly isDetailed?: boolean
}

/** Loads the records of transactions, oldest first. */
export async function loadTransactions(
  engine: Engine,
  { merchantIds, ids, isDetailed = false }: LoadedTransactions,
): Promise<readonly TransactionRow[]> {
  if (ids.length === 0 || merchantIds.length === 0) return []
  const { dialect } = engine
  const names = isDetailed ? [...SHOWN_FIELDS, ...DETAIL_FIELDS] : SHOWN_FIELDS
  const selected = TRANSACTION_KINDS.map((kind) => {
    const source = recordsOfRequests(dialect, kind, { merchantIds, requestIds: ids, orOfRecords: true })
    const fields = names.map((name) => source.selected(name))
    const id = idSql(source)
    return `select ${id} as id, merchant_id as "merchantId", ${dialect.ms('occurred_at')} as "occurredAtMs",
      record_id as "recordId", row_number() over (partition by merchant_id, ${id} order by occurred_at, record_id) as place,
      ${fields.join(', ')} from ${source.from}`
  })
  return engine.rows<TransactionRow>(
    `select * from (${selected.join(' union all ')}) as records where place <= ${RECORDS_SHOWN_MAX}
      order by "occurredAtMs", "recordId"`,
    OPTIONS,
  )
}

/** A record without a request id is a transaction of its own. */
function idSql({ valueIn }: RecordSource): string {
  return `coalesce(nullif(${valueIn('Request.RequestID')}, ''), record_id)`
}

/** The same by the columns themselves, which have indexes. */
function isAmongIds({ dialect, valueIn }: RecordSource, ids: readonly string[]): string {
  const requestId = valueIn('Request.RequestID')
  return `(${amongSql(dialect, requestId, ids)} or (${requestId} = '' and ${amongSql(dialect, 'record_id', ids)}))`
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
  const fromMs = Math.min(Math.max(FIRST_MS, ...starts), LAST_MS)
  return { fromMs, toMs: Math.max(Math.min(LAST_MS, ...ends), fromMs) }
}

function conditionSql(source: RecordSource, condition: Condition): string {
  const { dialect } = source
  if (condition.kind === 'text' && condition.name === 'id') return isAmongIds(source, condition.values)
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
