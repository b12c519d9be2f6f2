import { AMOUNT_SCALE } from '../../kernel/stored-column.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { type RecordSource, recordsOfRequests } from '../../records/index.ts'
import { columnOf, TEXTS, type TextName, transactionsSql } from './grouped-records-store.ts'
import {
  conditionsSql,
  FIRST_MS,
  idSql,
  kindsOf,
  LAST_MS,
  type ListedKind,
  type Listing,
  OPTIONS,
  readsTexts,
  sortKeySql,
  sourceWithin,
  timeSql,
} from './listed-record-store.ts'
import {
  type ListedTransaction,
  NEWEST_FIRST,
  NO_FILTERS,
  type Place,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
  type TransactionKey,
  type TransactionQuery,
  type TransactionSort,
} from './transaction-list.ts'

export type TransactionPage = {
  readonly transactions: readonly ListedTransaction[]
  /** Where the next page begins; undefined at the end. */
  readonly next: Place | undefined
}

/** How many records are looked at first for a page, and how often more of them are. */
const RECORDS_PER_ROW = 3
const GROWTH = 6
const ROUNDS_MAX = 3

type Found = Place & { readonly isOfRecord: number }

/**
 * A page of transactions. The next records of the order are read first, and then all records of their transactions, which
 * are few. Where hardly any of them match, such as authorizations among sales, all records are grouped instead.
 */
export async function findTransactionPage(engine: Engine, query: TransactionQuery): Promise<TransactionPage> {
  if (query.merchantIds.length === 0) return { transactions: [], next: undefined }
  const wanted = query.limit + 1
  const found: Place[] = []
  let after = query.after
  let recordsMax = wanted * RECORDS_PER_ROW
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const records = await nextRecords(engine, { ...query, after }, recordsMax)
    const end = records.length < recordsMax ? undefined : records.at(-1)
    found.push(...(await placesAmong(engine, { ...query, after }, { records, end, placesMax: wanted - found.length })))
    if (found.length >= wanted || end === undefined) return describePage(engine, query, found)
    after = end
    recordsMax *= GROWTH
  }
  const rest = await placesAmongAll(engine, { ...query, after }, wanted - found.length)
  return describePage(engine, query, [...found, ...rest])
}

const DAY_MS = 86_400_000
/** A text that many records have is found in the newest ones; only a rare one costs a search of all. */
const SEARCHED_SPANS_MS = [31 * DAY_MS, 366 * DAY_MS, LAST_MS - FIRST_MS]

type Bounds = { readonly fromMs?: number; readonly toMs?: number }

/** The first records after a place that match, in the order of the list. */
async function nextRecords(engine: Engine, query: TransactionQuery, recordsMax: number): Promise<readonly Found[]> {
  const { sort, filters, after } = query
  if (!readsTexts(filters) || sort.key !== 'time' || !sort.isDescending) {
    return recordsWithinBounds(engine, query, { recordsMax, bounds: boundsOf(query) })
  }
  const found: Found[] = []
  let toMs = after === undefined ? await endOf(engine, query) : (boundsOf(query).toMs ?? LAST_MS)
  for (const span of SEARCHED_SPANS_MS) {
    const bounds = { fromMs: toMs - span, toMs }
    found.push(...(await recordsWithinBounds(engine, query, { recordsMax: recordsMax - found.length, bounds })))
    if (found.length >= recordsMax) return found
    toMs = bounds.fromMs
  }
  return found
}

/** Just after the newest record in the period of the filters. */
async function endOf(engine: Engine, query: TransactionQuery): Promise<number> {
  const newest = kindsOf(query.filters).map((kind) => {
    const source = sourceWithin(engine.dialect, kind, query)
    return `select max(${timeSql(source)}) as newest from ${source.from}`
  })
  const rows = await engine.rows<{ readonly newest: number | null }>(
    `select max(newest) as newest from (${newest.join(' union all ')}) as kinds`,
    OPTIONS,
  )
  return Number(rows[0]?.newest ?? FIRST_MS) + 1
}

type Reading = { readonly recordsMax: number; readonly bounds: Bounds }

async function recordsWithinBounds(
  engine: Engine,
  query: TransactionQuery,
  { recordsMax, bounds }: Reading,
): Promise<readonly Found[]> {
  const { dialect } = engine
  const { sort, after } = query
  const kinds = kindsOf(query.filters).map((kind) => {
    const source = sourceWithin(dialect, kind, query, bounds)
    const conditions = conditionsSql(source, query)
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
    return `select merchant_id, ${idSql(source)} as id, ${sortKeySql(source, sort)} as place,
      case when ${source.valueIn('Request.RequestID')} = '' then 1 else 0 end as is_of_record from ${source.from}${where}`
  })
  return engine.rows<Found>(
    `select merchant_id as "merchantId", id, ${placeText(dialect, sort)} as at, is_of_record as "isOfRecord"
      from (${kinds.join(' union all ')}) as records${after === undefined ? '' : ` where ${afterSql(dialect, sort, after)}`}
      order by ${orderSql(sort)} limit ${recordsMax}`,
    OPTIONS,
  )
}

type Candidates = { readonly records: readonly Found[]; readonly end: Place | undefined; readonly placesMax: number }

/** The transactions of these records that match and stand between the two places. */
async function placesAmong(
  engine: Engine,
  query: TransactionQuery,
  { records, end, placesMax }: Candidates,
): Promise<readonly Place[]> {
  if (records.length === 0) return []
  const { dialect } = engine
  const { sort, after } = query
  const grouped = transactionsSql({ ...query, sourceOf: sourceOfKeys(dialect, records), texts: [] })
  const bounds = [
    ...(after === undefined ? [] : [afterSql(dialect, sort, after)]),
    ...(end === undefined ? [] : [`not (${afterSql(dialect, sort, end)})`]),
  ]
  return engine.rows<Place>(
    `select merchant_id as "merchantId", id, ${placeText(dialect, sort)} as at from (${grouped}) as transactions
      ${bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`} order by ${orderSql(sort)} limit ${placesMax}`,
    OPTIONS,
  )
}

/** The same among all transactions of the merchants. */
async function placesAmongAll(engine: Engine, query: TransactionQuery, placesMax: number): Promise<readonly Place[]> {
  const { dialect } = engine
  const { sort, after } = query
  const grouped = transactionsSql({ ...query, sourceOf: sourceOfAll(dialect, query), texts: [] })
  return engine.rows<Place>(
    `select merchant_id as "merchantId", id, ${placeText(dialect, sort)} as at from (${grouped}) as transactions
      ${after === undefined ? '' : `where ${afterSql(dialect, sort, after)}`}
      order by ${orderSql(sort)} limit ${placesMax}`,
    OPTIONS,
  )
}

async function describePage(
  engine: Engine,
  query: TransactionQuery,
  places: readonly Place[],
): Promise<TransactionPage> {
  const shown = places.slice(0, query.limit)
  const described = await describeTransactions(engine, shown)
  const byKey = new Map(described.map((transaction) => [textOf(transaction), transaction]))
  return {
    transactions: shown.flatMap((place) => byKey.get(textOf(place)) ?? []),
    next: places.length > query.limit ? shown.at(-1) : undefined,
  }
}

const textOf = ({ merchantId, id }: TransactionKey): string => JSON.stringify([merchantId, id])

type TransactionRow = TransactionKey & {
  readonly occurredAtMs: number
  readonly typeNumber: number
  readonly weight: number
  readonly amount: string | null
  readonly declineFlag: string
} & Readonly<Record<TextName, string>>

/** The transactions of these keys, in no order. */
export async function describeTransactions(
  engine: Engine,
  keys: readonly TransactionKey[],
): Promise<readonly ListedTransaction[]> {
  const described = await describeKeys(engine, keys)
  const known = new Set(described.map(textOf))
  const unknown = keys.filter((key) => !known.has(textOf(key)))
  // A record without a request may have an id that looks like that of a request.
  return [
    ...described,
    ...(await describeKeys(
      engine,
      unknown.map((key) => ({ ...key, isOfRecord: 1 })),
    )),
  ]
}

type Key = TransactionKey & { readonly isOfRecord?: number }

async function describeKeys(engine: Engine, keys: readonly Key[]): Promise<readonly ListedTransaction[]> {
  if (keys.length === 0) return []
  const { dialect } = engine
  const texts = Object.keys(TEXTS) as TextName[]
  const grouped = transactionsSql({
    ...{ merchantIds: merchantsOf(keys), filters: NO_FILTERS, sort: NEWEST_FIRST, texts },
    sourceOf: sourceOfKeys(dialect, keys),
  })
  const rows = await engine.rows<TransactionRow>(
    `select merchant_id as "merchantId", id, first_at as "occurredAtMs", type as "typeNumber", weight,
      ${dialect.plainDecimal('amount')} as amount, decline_flag as "declineFlag",
      ${texts.map((name) => `${columnOf(name)} as "${name}"`).join(', ')} from (${grouped}) as transactions`,
    OPTIONS,
  )
  return rows.map(({ typeNumber, weight, ...row }) => ({
    ...row,
    type: TRANSACTION_TYPES[typeNumber - 1] ?? 'PAYMENT',
    state: TRANSACTION_STATES[weight - 1] ?? 'AUTHORIZED',
  }))
}

/** All records of these transactions, by an index. */
export function sourceOfKeys(dialect: Dialect, keys: readonly Key[]): (kind: ListedKind) => RecordSource {
  const requestIds = [...new Set(keys.map(({ id }) => id))]
  // Only ids that the service gave are digits alone; others may be those of records.
  const orOfRecords = keys.some(({ id, isOfRecord }) => isOfRecord === 1 || !/^\d{22,26}$/.test(id))
  return (kind) => recordsOfRequests(dialect, kind, { merchantIds: merchantsOf(keys), requestIds, orOfRecords })
}

/** All records of the merchants. */
export function sourceOfAll(dialect: Dialect, { merchantIds }: Pick<Listing, 'merchantIds'>) {
  return (kind: ListedKind) => sourceWithin(dialect, kind, { merchantIds, filters: NO_FILTERS })
}

function merchantsOf(keys: readonly TransactionKey[]): readonly string[] {
  return [...new Set(keys.map(({ merchantId }) => merchantId))]
}

/** A list by time reads no records on the wrong side of its place. */
function boundsOf({ sort, after }: Pick<TransactionQuery, 'sort' | 'after'>): Bounds {
  if (after === undefined || sort.key !== 'time') return {}
  const at = Math.min(Math.max(Number(after.at), FIRST_MS), LAST_MS)
  return sort.isDescending ? { toMs: at + 1 } : { fromMs: at }
}

function placeText(dialect: Dialect, { key }: TransactionSort): string {
  return key === 'time' ? dialect.textOf('place') : dialect.plainDecimal('place')
}

function orderSql({ isDescending }: TransactionSort): string {
  return `place ${isDescending ? 'desc' : 'asc'}, id, merchant_id`
}

/** Whether a row stands after a place; ids decide between equal times or amounts. */
function afterSql(dialect: Dialect, { key, isDescending }: TransactionSort, { at, id, merchantId }: Place): string {
  const place = key === 'time' ? at : dialect.decimal(dialect.text(at), AMOUNT_SCALE)
  const [idText, merchant] = [dialect.text(id), dialect.text(merchantId)]
  return `(place ${isDescending ? '<' : '>'} ${place} or (place = ${place} and (id > ${idText}
    or (id = ${idText} and merchant_id > ${merchant}))))`
}
