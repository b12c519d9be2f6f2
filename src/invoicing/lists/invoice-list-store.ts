import { type RawBuilder, sql } from 'kysely'
import { CURRENCIES, decimalsOfCurrency } from '../../kernel/currency.ts'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { instantText } from '../../platform/postgres/instant-text.ts'
import type { DeliveryMode, InvoiceStatus } from '../rules/invoice.ts'
import type { InvoiceFilters, InvoiceListQuery, InvoicePage, ListedInvoice, SortKey } from './invoice-list.ts'

type Sql = RawBuilder<unknown>
type ListOwner = Pick<Organization, 'organizationId' | 'type'>
/** The order of a page; equal keys are ordered by position, so that the order is total. */
type Order = { readonly key: Sql; readonly direction: Sql }

/** From this offset on, a first query checks whether the list is that long. */
const DEEP_OFFSET = 10_000

const [ASCENDING, DESCENDING] = [sql`asc`, sql`desc`]

const KEYS: Readonly<Record<SortKey, Sql>> = {
  createdDate: sql`created_at`,
  dueDate: sql`due_on`,
  invoiceNumber: sql`invoice_number`,
  totalAmount: sql`total_minor * ${amountFactor()}`,
}

const COLUMNS = sql`invoices.organization_id, invoices.position, invoices.invoice_number,
  invoices.status, invoices.created_at, invoices.currency, invoices.total_minor,
  invoices.balance_minor, invoices.reserved_minor, invoices.due_on, invoices.customer_name,
  invoices.customer_email, invoices.payment_token, invoices.terms ->> 'deliveryMode' as delivery_mode,
  invoices.terms -> 'customer' ->> 'merchantCustomerId' as merchant_customer_id,
  invoices.terms -> 'customer' ->> 'companyName' as company_name,
  (invoices.terms ->> 'expiresOn')::date as expires_on`

/** A merchant's invoices, or those of all merchants below a partner or an account. */
export async function listInvoices(db: Db, owner: ListOwner, query: InvoiceListQuery): Promise<InvoicePage> {
  const isPlain = query.sort === undefined && conditionsOf(query.filters).length === 0
  const statement =
    isPlain && owner.type === 'merchant'
      ? newestOfMerchant(owner.organizationId, query)
      : filteredInvoices(owner, query)
  if (query.offset >= DEEP_OFFSET && isCountKnown(query) && !(isPlain && owner.type === 'merchant')) {
    const total = await findKnownTotal(db, owner, query)
    if (query.offset >= total) return { totalInvoices: total, invoices: [] }
  }
  const { rows } = await sql<PageRow>`${statement}`.execute(db)
  return {
    totalInvoices: Number(rows[0]?.total ?? 0),
    invoices: rows.filter((row) => row.position !== null).map(listedInvoiceOf),
  }
}

/** Positions have no gaps, so a page is a range of positions: the thousandth costs no more than the first. */
function newestOfMerchant(organizationId: string, { offset, limit }: InvoiceListQuery): Sql {
  return sql`
    select counter.last_position as total, entry.*
    from invoice_counters counter left join lateral (
      select ${COLUMNS} from invoices
      where organization_id = ${organizationId} and position <= counter.last_position - ${offset}::bigint
      order by position desc limit ${limit}
    ) entry on true
    where counter.organization_id = ${organizationId}
    order by entry.position desc`
}

/** Finds the page by its keys first, reading as little of each invoice as possible, and then its invoices. */
function filteredInvoices(owner: ListOwner, query: InvoiceListQuery): Sql {
  const order = orderOf(owner, query)
  const isCounted = !isCountKnown(query)
  return sql`
    with merchant as (${merchantsOf(owner)}),
    ${isCounted ? countedPlaces(query, order) : knownPlaces(query, order)}
    select counted.total, entry.*
    from (${isCounted ? sql`select count(*) as total from found` : knownTotal(query)}) counted
    left join (
      select ${COLUMNS}, place.key from place join invoices using (organization_id, position)
    ) entry on true
    order by entry.key ${order.direction}, entry.organization_id, entry.position ${order.direction}`
}

function merchantsOf({ organizationId, type }: ListOwner): Sql {
  return type === 'merchant'
    ? sql`select ${organizationId}::text collate "C" as organization_id`
    : organizationsBelow(organizationId, { type: 'merchant' })
}

function isCountKnown({ filters: { status: _, ...others } }: InvoiceListQuery): boolean {
  return Object.values(others).every((filter) => filter === undefined)
}

async function findKnownTotal(db: Db, owner: ListOwner, query: InvoiceListQuery): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`with merchant as (${merchantsOf(owner)}) ${knownTotal(query)}`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0)
}

/** The totals, also those of each status, are kept by counters. */
function knownTotal({ filters: { status } }: InvoiceListQuery): Sql {
  return status === undefined
    ? sql`select coalesce(sum(last_position), 0)::bigint as total
        from merchant join invoice_counters using (organization_id)`
    : sql`select coalesce(sum(invoices), 0)::bigint as total
        from merchant join invoice_status_counts using (organization_id) where status = ${status}`
}

/** Reads from each merchant only as many as could be on the page, in the order of an index. */
function knownPlaces({ offset, limit, filters }: InvoiceListQuery, { key, direction }: Order): Sql {
  const conditions = [sql`invoices.organization_id = merchant.organization_id`, ...conditionsOf(filters)]
  return sql`place as (
    select merchant.organization_id, first.position, first.key from merchant cross join lateral (
      select position, ${key} as key from invoices where ${allOf(conditions)}
      order by key ${direction}, position ${direction} limit ${offset + limit}::bigint
    ) first
    order by first.key ${direction}, merchant.organization_id, first.position ${direction}
    limit ${limit} offset ${offset}::bigint)`
}

/** All matches must be found to be counted, so the page is taken from them instead of searching twice. */
function countedPlaces({ offset, limit, filters }: InvoiceListQuery, { key, direction }: Order): Sql {
  return sql`found as materialized (
    select organization_id, position, ${key} as key
    from merchant join invoices using (organization_id) where ${allOf(conditionsOf(filters))}),
  place as (
    select organization_id, position, key from found order by key ${direction}, organization_id, position ${direction}
    limit ${limit} offset ${offset}::bigint)`
}

function orderOf({ type }: ListOwner, { sort }: InvoiceListQuery): Order {
  if (sort !== undefined) {
    return { key: KEYS[sort.key], direction: sort.isDescending ? DESCENDING : ASCENDING }
  }
  // Positions of different merchants say nothing about which invoice is newer.
  return { key: type === 'merchant' ? sql`position` : KEYS.createdDate, direction: DESCENDING }
}

function conditionsOf(filters: InvoiceFilters): readonly Sql[] {
  const { status, customerEmail, createdFrom, createdBefore, dueFrom, dueTo, search } = filters
  return [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(customerEmail === undefined ? [] : [sql`lower(customer_email) = lower(${customerEmail})`]),
    ...(createdFrom === undefined ? [] : [sql`created_at >= ${instantText(createdFrom, 'ceil')}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${instantText(createdBefore, 'ceil')}`]),
    ...(dueFrom === undefined ? [] : [sql`due_on >= ${dueFrom.toString()}`]),
    ...(dueTo === undefined ? [] : [sql`due_on <= ${dueTo.toString()}`]),
    ...(search === undefined ? [] : [containing(search)]),
  ]
}

function allOf(conditions: readonly Sql[]): Sql {
  return sql.join([...conditions], sql` and `)
}

function containing(text: string): Sql {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(invoice_number ilike ${pattern} or customer_name ilike ${pattern}
    or customer_email ilike ${pattern} or terms -> 'customer' ->> 'companyName' ilike ${pattern}
    or terms ->> 'description' ilike ${pattern})`
}

/** Makes amounts in currencies with different decimals comparable as numbers. */
function amountFactor(): Sql {
  const decimals = CURRENCIES.map((code) => decimalsOfCurrency(code) ?? 0)
  const decimalsMax = Math.max(...decimals)
  const cases = [...new Set(decimals)].map((count) => {
    const codes = CURRENCIES.filter((_code, index) => decimals[index] === count)
    const factor = 10 ** (decimalsMax - count)
    return `when currency in (${codes.map((code) => `'${code}'`).join(', ')}) then ${factor}`
  })
  return sql.raw(`case ${cases.join(' ')} end`)
}

type PageRow = { readonly total: bigint } & (EntryRow | { readonly position: null })

type EntryRow = {
  readonly organization_id: string
  readonly position: bigint
  readonly invoice_number: string
  readonly status: InvoiceStatus
  readonly created_at: Temporal.Instant
  readonly currency: string
  readonly total_minor: string
  readonly balance_minor: string
  readonly reserved_minor: string
  readonly due_on: Temporal.PlainDate
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly payment_token: string
  readonly delivery_mode: DeliveryMode
  readonly merchant_customer_id: string | null
  readonly company_name: string | null
  readonly expires_on: Temporal.PlainDate | null
}

function listedInvoiceOf(row: EntryRow): ListedInvoice {
  const { currency } = row
  return {
    organizationId: row.organization_id,
    invoiceNumber: row.invoice_number,
    status: row.status,
    createdAt: row.created_at,
    terms: {
      deliveryMode: row.delivery_mode,
      customer: { name: row.customer_name ?? undefined, email: row.customer_email ?? undefined },
    },
    merchantCustomerId: row.merchant_customer_id ?? undefined,
    companyName: row.company_name ?? undefined,
    dueOn: row.due_on,
    expiresOn: row.expires_on ?? undefined,
    total: { minor: BigInt(row.total_minor), currency },
    balance: { minor: BigInt(row.balance_minor), currency },
    reserved: { minor: BigInt(row.reserved_minor), currency },
    paymentToken: row.payment_token,
  }
}
