import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { fixedStatement, GIVEN } from '../../platform/postgres/fixed-statement.ts'
import {
  type Conditions,
  findConditions,
  isKept,
  keptCounts,
  type ListOwner,
  merchantsOf,
  type Sql,
  whereOf,
} from './invoice-filter-store.ts'
import type { InvoiceListQuery, InvoicePage, ListedInvoice } from './invoice-list.ts'
import {
  besidesIndex,
  foundPlaces,
  indexedPlaces,
  type Order,
  orderOf,
  placesAmong,
  placesAmongFound,
} from './invoice-place-store.ts'
import { type EntryRow, LISTED_COLUMNS, listedInvoiceOf } from './listed-invoice-row.ts'

/** Up to as many of a merchant's newest invoices are a short reading. */
const SHORT_PAGE = 100
/** From this offset on, a first query checks whether the list is that long. */
const DEEP_OFFSET = 10_000
/**
 * Without a total, matches are first looked for among the invoices that come first in the order: this many for each one
 * on the page. A text that fewer invoices than one of a hundred contain is then found by its index.
 */
const WALKED_FOR_EACH = 100
const WALKED_MAX = 20_000

type Asked = {
  readonly owner: ListOwner
  readonly query: InvoiceListQuery
  readonly conditions: Conditions
  readonly order: Order
} & Required<ListOptions>

export type ListOptions = {
  /** How many invoices are tried for each one on the page, where a total is not needed. */
  readonly walkedForEach?: number
}

/** A merchant's invoices, or those of all merchants below a partner or an account. */
export async function listInvoices(
  db: Db,
  owner: ListOwner,
  query: InvoiceListQuery,
  { walkedForEach = WALKED_FOR_EACH }: ListOptions = {},
): Promise<InvoicePage> {
  const conditions = await findConditions(db, owner, query.filters)
  const asked = { owner, query, conditions, order: orderOf(owner, query), walkedForEach }
  const isIndexed = besidesIndex(conditions, asked.order).length === 0
  if (isIndexed) return listIndexed(db, asked)
  return query.isTotalIncluded && !isKept(conditions) ? listCounted(db, asked) : listUncounted(db, asked)
}

/** An index has the order of the page and all that the filters need. */
async function listIndexed(db: Db, asked: Asked): Promise<InvoicePage> {
  const { owner, query, conditions, order } = asked
  const isCountKnown = isKept(conditions)
  if (isCountKnown && order.name === undefined && conditions.statuses === undefined) {
    const { offset, limit } = rangeOf(query)
    const find = limit <= SHORT_PAGE ? FIND_NEWEST : FIND_MANY_NEWEST
    return pageOf(query, foundIn(await find(db, [offset, offset + limit, owner.organizationId])))
  }
  if (isCountKnown && query.offset >= DEEP_OFFSET) {
    const total = await findKnownTotal(db, asked)
    if (query.offset >= total) return pageOf(query, { total, invoices: [] })
  }
  const counted = isCountKnown ? knownTotal(conditions) : countedTotal(conditions)
  const total = query.isTotalIncluded ? counted : NO_TOTAL
  return pageOf(query, await readPage(db, asked, { place: indexedPlaces(conditions, order, rangeOf(query)), total }))
}

/** All matches must be found to be counted, so the page is taken from them instead of searching twice. */
async function listCounted(db: Db, asked: Asked): Promise<InvoicePage> {
  const { query, conditions, order } = asked
  const before = sql`found as materialized (${foundPlaces(conditions, order)}),`
  const total = sql`select count(*) as total from found`
  return pageOf(query, await readPage(db, asked, { before, place: placesAmongFound(order, rangeOf(query)), total }))
}

/**
 * Which way is faster depends on how many match: a frequent text is soon found in the order of the list, a rare one by
 * its index. Estimates of PostgreSQL are often wrong, so a bounded number of invoices is tried first, unless the searched text is
 * in none of the sampled ones. A total that is kept needs no counting.
 */
async function listUncounted(db: Db, asked: Asked): Promise<InvoicePage> {
  const { owner, query, conditions, order, walkedForEach } = asked
  const range = rangeOf(query)
  if (isKept(conditions)) {
    const total = await findKnownTotal(db, asked)
    if (query.offset >= total) return pageOf(query, { total, invoices: [] })
  }
  const total = query.isTotalIncluded ? knownTotal(conditions) : NO_TOTAL
  const walked = (range.offset + range.limit) * walkedForEach
  if (owner.type === 'merchant' && walked <= WALKED_MAX && !conditions.isRare) {
    const first = indexedPlaces(conditions, order, { offset: 0, limit: walked })
    const place = placesAmong(first, besidesIndex(conditions, order), order, range)
    const page = await readPage(db, asked, { place, total })
    if (page.invoices.length === range.limit) return pageOf(query, page)
  }
  const before = sql`found as materialized (${foundPlaces(conditions, order)}),`
  return pageOf(query, await readPage(db, asked, { before, place: placesAmongFound(order, range), total }))
}

const NO_TOTAL = sql`select 0::bigint as total`

/** Without a total, one invoice more tells whether there is another page. */
function rangeOf({ offset, limit, isTotalIncluded }: InvoiceListQuery): Pick<InvoiceListQuery, 'offset' | 'limit'> {
  return { offset, limit: isTotalIncluded ? limit : limit + 1 }
}

type Found = { readonly total: number; readonly invoices: readonly ListedInvoice[] }

function pageOf({ offset, limit, isTotalIncluded }: InvoiceListQuery, { total, invoices }: Found): InvoicePage {
  return {
    totalInvoices: isTotalIncluded ? total : undefined,
    hasMore: invoices.length > limit || offset + limit < (isTotalIncluded ? total : 0),
    invoices: invoices.slice(0, limit),
  }
}

/** Positions have no gaps, so a page is a range of positions: the thousandth costs no more than the first. */
const NEWEST_OF_MERCHANT = sql`
    select counter.last_position as total, ${LISTED_COLUMNS}
    from invoice_counters counter left join invoices on invoices.organization_id = counter.organization_id
      and invoices.position <= counter.last_position - ${GIVEN}::bigint
      and invoices.position > counter.last_position - ${GIVEN}::bigint
    where counter.organization_id = ${GIVEN}
    order by invoices.position desc`
const FIND_NEWEST = fixedStatement<PageRow>(NEWEST_OF_MERCHANT)
const FIND_MANY_NEWEST = fixedStatement<PageRow>(NEWEST_OF_MERCHANT, { isShort: false })

type PageParts = {
  /** Common table expressions that the others use. */
  readonly before?: Sql
  readonly place: Sql
  readonly total: Sql
}

/** Finds the page by its keys first, reading as little of each invoice as possible, and then its invoices. */
async function readPage(db: Db, { owner, order: { direction } }: Asked, parts: PageParts): Promise<Found> {
  const { before = sql``, place, total } = parts
  return read(
    db,
    sql`
    with merchant as (${merchantsOf(owner)}),
    ${before} place as (${place})
    select counted.total, ${LISTED_COLUMNS}
    from (${total}) counted left join (place join invoices using (organization_id, position)) on true
    order by place.key ${direction}, invoices.organization_id, invoices.position ${direction}`,
  )
}

async function read(db: Db, statement: Sql): Promise<Found> {
  const { rows } = await sql<PageRow>`${statement}`.execute(db)
  return foundIn(rows)
}

function foundIn(rows: readonly PageRow[]): Found {
  return {
    total: Number(rows[0]?.total ?? 0),
    invoices: rows.filter((row) => row.position !== null).map(listedInvoiceOf),
  }
}

async function findKnownTotal(db: Db, { owner, conditions }: Asked): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    with merchant as (${merchantsOf(owner)}) ${knownTotal(conditions)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** The totals, also those of each status and currency, are kept by counters. */
function knownTotal(conditions: Conditions): Sql {
  return conditions.statuses === undefined && conditions.currency === undefined
    ? sql`select coalesce(sum(last_position), 0)::bigint as total
        from merchant join invoice_counters using (organization_id)`
    : sql`select coalesce(sum(kept.invoices), 0)::bigint as total from ${keptCounts(conditions)}`
}

function countedTotal(conditions: Conditions): Sql {
  return sql`select count(*) as total from merchant cross join invoices where ${whereOf(conditions)}`
}

type PageRow = { readonly total: bigint } & (EntryRow | { readonly position: null })
