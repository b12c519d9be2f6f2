import { sql } from 'kysely'
import { INVOICE_STATUSES } from '../rules/invoice.ts'
import { allOf, type Conditions, type ListOwner, onCurrency, type Sql, whereOf } from './invoice-filter-store.ts'
import type { InvoiceListQuery, SortKey } from './invoice-list.ts'

/** Queries for the organization, position and key of the invoices of a page, for statements with `merchant`. */

/** The order of a page; equal keys are ordered by position, so that the order is total. */
export type Order = {
  /** Undefined is the position: the order of creation of one merchant. */
  readonly name: SortKey | undefined
  readonly key: Sql
  readonly direction: Sql
}

type Range = Pick<InvoiceListQuery, 'offset' | 'limit'>

const [ASCENDING, DESCENDING] = [sql`asc`, sql`desc`]

const KEYS: Readonly<Record<SortKey, Sql>> = {
  createdDate: sql`invoices.created_at`,
  dueDate: sql`invoices.due_on`,
  invoiceNumber: sql`invoices.invoice_number`,
  totalAmount: sql`invoices.total_amount`,
}
/** Keys that have an index only together with the status. */
const BY_STATUS: readonly (SortKey | undefined)[] = ['dueDate', 'totalAmount']

export function orderOf({ type }: ListOwner, { sort }: Pick<InvoiceListQuery, 'sort'>): Order {
  if (sort !== undefined) {
    return { name: sort.key, key: KEYS[sort.key], direction: sort.isDescending ? DESCENDING : ASCENDING }
  }
  // Positions of different merchants say nothing about which invoice is newer.
  return type === 'merchant'
    ? { name: undefined, key: sql`invoices.position`, direction: DESCENDING }
    : { name: 'createdDate', key: KEYS.createdDate, direction: DESCENDING }
}

/** The conditions without those that an index in this order answers by itself. */
export function besidesIndex(conditions: Conditions, { name }: Order): readonly Sql[] {
  const { onKey, others } = conditions
  const onOthers = Object.entries(onKey).filter(([key]) => key !== name)
  return [...onCurrency(conditions), ...onOthers.flatMap(([, onOther]) => onOther), ...others]
}

/**
 * The places in the order of an index, by statuses and by a range of the key alone. Reads from each merchant and status
 * only as many entries as could be on the page.
 */
export function indexedPlaces({ statuses, onKey }: Conditions, order: Order, { offset, limit }: Range): Sql {
  const { name, key, direction } = order
  const each = statuses ?? (BY_STATUS.includes(name) ? INVOICE_STATUSES : undefined)
  const conditions = [
    sql`invoices.organization_id = merchant.organization_id`,
    ...(each === undefined ? [] : [sql`invoices.status = wanted.status collate "C"`]),
    ...(name === undefined ? [] : (onKey[name] ?? [])),
  ]
  return sql`
    select merchant.organization_id, first.position, first.key
    from merchant ${each === undefined ? sql`` : sql`cross join unnest(${[...each]}::text[]) as wanted (status)`}
    cross join lateral (
      select invoices.position, ${key} as key from invoices where ${allOf(conditions)}
      order by key ${direction}, invoices.position ${direction} limit ${offset + limit}::bigint
    ) first
    order by first.key ${direction}, merchant.organization_id, first.position ${direction}
    limit ${limit} offset ${offset}::bigint`
}

/**
 * Those of the first places that fit the conditions. The inner limit makes PostgreSQL look at them one by one until the page
 * is full, instead of joining them with all that fit.
 */
export function placesAmong(first: Sql, conditions: readonly Sql[], order: Order, range: Range): Sql {
  return sql`select walked.organization_id, walked.position, walked.key
    from (${first}) walked cross join lateral (
      select from invoices where invoices.organization_id = walked.organization_id
        and invoices.position = walked.position and ${allOf(conditions)}
      limit 1
    ) fitting
    order by walked.key ${order.direction}, walked.organization_id, walked.position ${order.direction}
    limit ${range.limit} offset ${range.offset}::bigint`
}

/** All matches, to be counted or sorted: they are found once, by the index that suits the filters. */
export function foundPlaces(conditions: Conditions, { key }: Order): Sql {
  return sql`select invoices.organization_id, invoices.position, ${key} as key
    from merchant cross join invoices where ${whereOf(conditions)}`
}

/** The places among the entries of the common table expression `found`. */
export function placesAmongFound({ direction }: Order, { offset, limit }: Range): Sql {
  return sql`select organization_id, position, key from found
    order by key ${direction}, organization_id, position ${direction} limit ${limit} offset ${offset}::bigint`
}
