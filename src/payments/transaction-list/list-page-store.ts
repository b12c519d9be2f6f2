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
  sortKeySql,
  sourceWithin,
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
const ROUNDS_MAX = 2

type Found = Place & { readonly isOfRecord: number }

/**
 * A page of transactions. The next records of the order are read first, and then all records of their transactions, which
 * are few. Where hardly any of them match, such as authorizations among sales, all records are grouped instead.
 */
export async function findTransactionPage(engine: Engine, query: TransactionQuery): Promise<TransactionPage> {
  if (query.merchantIds.length === 0) return { transactions: [], next: undefined }
  const wanted = query.limit + 1
  const found: Placed[] = []
  let after = query.after
  let recordsMax = wanted * RECORDS_PER_ROW
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const records = await nextRecords(engine, { ...query, after }, recordsMax)
    const end = records.length < recordsMax ? undefined : records.at(-1)
    found.push(
      ...(await transactionsAmong(engine, { ...query, after }, { records, end, placesMax: wanted - found.length })),
    )
    if (found.length >= wanted || end === undefined) return describePage(engine, query, found)
    after = end
    recordsMax *= GROWTH
  }
  const rest = await placesAmongAll(engine, { ...query, after }, wanted - found.length)
  return describePage(engine, query, [...found, ...rest])
}

const DAY_MS = 86_400_000
/** Records are looked for in short spans of time first: usually they have enough, and the engine skips all others. */
const SPANS_MS = [7, 62, 400].map((days) => days * DAY_MS)

type Bounds = { readonly fromMs?: number; readonly toMs?: number }

/** The first records after a place that match, in the order of the list. */
async function nextRecords(engine: Engine, query: TransactionQuery, recordsMax: number): Promise<readonly Found[]> {
  if (query.sort.key !== 'time') return recordsWithinBounds(engine, query, { recordsMax, bounds: {} })
  const found: Found[] = []
  for (const bounds of await spansOf(engine, query)) {
    found.push(...(await recordsWithinBounds(engine, query, { recordsMax: recordsMax - found.length, bounds })))
    if (found.length >= recordsMax) break
  }
  return found
}

/** Spans of time one after the other in the order of the list, from the place on; the last one is open. */
async function spansOf(engine: Engine, query: TransactionQuery): Promise<readonly Bounds[]> {
  const { sort, after } = query
  const start =
    after === undefined ? await firstMs(engine, query) : Math.min(Math.max(Number(after.at), FIRST_MS), LAST_MS)
  // A request may have been made later than its record says, so the first span is open if there is no place.
  const first = after === undefined ? {} : sort.isDescending ? { toMs: start + 1 } : { fromMs: start }
  const ends = SPANS_MS.map((span) => (sort.isDescending ? start - span : start + span))
  const bounds = [first, ...ends.map((end) => (sort.isDescending ? { toMs: end } : { fromMs: end }))]
  return bounds.map((bound, index) => {
    const end = ends[index]
    if (end === undefined) return bound
    return sort.isDescending ? { ...bound, fromMs: end } : { ...bound, toMs: end }
  })
}

/** When the first record of the order occurred. */
async function firstMs(engine: Engine, query: TransactionQuery): Promise<number> {
  const { dialect } = engine
  const edge = query.sort.isDescending ? 'max' : 'min'
  const edges = kindsOf(query.filters).map((kind) => {
    const source = sourceWithin(dialect, kind, query)
    return `select ${edge}(${dialect.ms('occurred_at')}) as edge, count(*) as records from ${source.from}`
  })
  const rows = await engine.rows<{ readonly edge: number | null }>(
    `select ${edge}(edge) as edge from (${edges.join(' union all ')}) as kinds where records > 0`,
    OPTIONS,
  )
  return Number(rows[0]?.edge ?? FIRST_MS)
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
/** A place in the order, with the transaction if it has been read. */
type Placed = Place & { readonly transaction?: ListedTransaction }

/** The transactions of these records that match and stand between the two places. */
async function transactionsAmong(
  engine: Engine,
  query: TransactionQuery,
  { records, end, placesMax }: Candidates,
): Promise<readonly Placed[]> {
  if (records.length === 0) return []
  const { dialect } = engine
  const { sort, after } = query
  const grouped = transactionsSql({ ...query, sourceOf: sourceOfKeys(dialect, records), texts: ALL_TEXTS })
  const bounds = [
    ...(after === undefined ? [] : [afterSql(dialect, sort, after)]),
    ...(end === undefined ? [] : [`not (${afterSql(dialect, sort, end)})`]),
  ]
  const rows = await engine.rows<TransactionRow & { readonly at: string }>(
    `select ${columnsSql(dialect)}, ${placeText(dialect, sort)} as at from (${grouped}) as transactions
      ${bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`} order by ${orderSql(sort)} limit ${placesMax}`,
    OPTIONS,
  )
  return rows.map(({ at, ...row }) => ({ at, merchantId: row.merchantId, id: row.id, transaction: listedOf(row) }))
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
  places: readonly Placed[],
): Promise<TransactionPage> {
  const shown = places.slice(0, query.limit)
  const unread = shown.filter(({ transaction }) => transaction === undefined)
  const read = new Map((await describeTransactions(engine, unread)).map((each) => [textOf(each), each]))
  return {
    transactions: shown.flatMap((place) => place.transaction ?? read.get(textOf(place)) ?? []),
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
  const grouped = transactionsSql({
    ...{ merchantIds: merchantsOf(keys), filters: NO_FILTERS, sort: NEWEST_FIRST, texts: ALL_TEXTS },
    sourceOf: sourceOfKeys(dialect, keys),
  })
  const rows = await engine.rows<TransactionRow>(
    `select ${columnsSql(dialect)} from (${grouped}) as transactions`,
    OPTIONS,
  )
  return rows.map(listedOf)
}

const ALL_TEXTS = Object.keys(TEXTS) as TextName[]

/** The columns of a `TransactionRow`. */
function columnsSql(dialect: Dialect): string {
  return `merchant_id as "merchantId", id, first_at as "occurredAtMs", type as "typeNumber", weight,
    ${dialect.plainDecimal('amount')} as amount, decline_flag as "declineFlag",
    ${ALL_TEXTS.map((name) => `${columnOf(name)} as "${name}"`).join(', ')}`
}

function listedOf({ typeNumber, weight, ...row }: TransactionRow): ListedTransaction {
  return {
    ...row,
    type: TRANSACTION_TYPES[typeNumber - 1] ?? 'PAYMENT',
    state: TRANSACTION_STATES[weight - 1] ?? 'AUTHORIZED',
  }
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
