import { sql } from 'kysely'
import { type Money, parseMoney } from '../../kernel/money.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
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
import { type InvoiceFilters, OPEN_STATUSES } from './invoice-list.ts'

/** The invoices of one currency: amounts of several are never added up. */
export type InvoiceSum = {
  readonly currency: string
  readonly count: number
  readonly total: Money
  /** Of the open ones. */
  readonly balance: Money
}

type SumRow = {
  readonly currency: string
  readonly count: bigint
  readonly balance_minor: string
} & ({ readonly total_minor: string } | { readonly total_amount: string })

/** Sums up the invoices that match the filters, by currency. Those of statuses and currencies are kept. */
export async function sumInvoices(db: Db, owner: ListOwner, filters: InvoiceFilters): Promise<readonly InvoiceSum[]> {
  const conditions = await findConditions(db, owner, filters)
  const { rows } = await sql<SumRow>`
    with merchant as (${merchantsOf(owner)})
    ${isKept(conditions) ? keptSums(conditions) : countedSums(conditions)}`.execute(db)
  return rows.map(({ currency, count, balance_minor, ...row }) => ({
    currency,
    count: Number(count),
    total: 'total_minor' in row ? { minor: BigInt(row.total_minor), currency } : parseMoney(row.total_amount, currency),
    balance: { minor: BigInt(balance_minor), currency },
  }))
}

function keptSums(conditions: Conditions): Sql {
  return sql`select kept.currency, sum(kept.invoices)::bigint as count, sum(kept.total_minor) as total_minor,
      ${owed(sql`kept`)} as balance_minor
    from ${keptCounts(conditions)}
    group by kept.currency having sum(kept.invoices) > 0 order by kept.currency`
}

/** Of columns that an index has. */
function countedSums(conditions: Conditions): Sql {
  return sql`select invoices.currency, count(*) as count, sum(invoices.total_amount) as total_amount,
      ${owed(sql`invoices`)} as balance_minor
    from merchant cross join invoices where ${whereOf(conditions)}
    group by invoices.currency order by invoices.currency`
}

/** Nobody owes anything for a draft or a canceled invoice, although it has a balance. */
function owed(table: Sql): Sql {
  return sql`coalesce(sum(${table}.balance_minor) filter (where ${table}.status = any(${[...OPEN_STATUSES]}::text[])), 0)`
}

export type InvoiceCounts = {
  readonly statuses: Readonly<Partial<Record<InvoiceStatus, number>>>
  /** Of the open ones, those that are due before today. */
  readonly overdue: number
}

type CountsOf = {
  readonly today: Temporal.PlainDate
  /** Only the invoices to this address, in any letter case. */
  readonly customerEmail: string | undefined
}
type CountRow = { readonly status: InvoiceStatus | null; readonly count: bigint }

/** Counts invoices by status, and those that are overdue. */
export async function countInvoices(
  db: Db,
  owner: ListOwner,
  { today, customerEmail }: CountsOf,
): Promise<InvoiceCounts> {
  const isOverdue = sql`invoices.status = any(${[...OPEN_STATUSES]}::text[]) and invoices.due_on < ${today.toString()}`
  const counted =
    customerEmail === undefined
      ? sql`
    select status, sum(invoices)::bigint as count
    from merchant join invoice_status_counts using (organization_id) group by status
    union all
    select null, count(*) from merchant join invoices using (organization_id) where ${isOverdue}`
      : sql`, of_customer as materialized (
      select invoices.status, ${isOverdue} as is_overdue from merchant join invoices using (organization_id)
      where lower(invoices.customer_email) = lower(${customerEmail}))
    select status, count(*) from of_customer group by status
    union all
    select null, count(*) from of_customer where is_overdue`
  const { rows } = await sql<CountRow>`with merchant as (${merchantsOf(owner)}) ${counted}`.execute(db)
  const byStatus = rows.flatMap(({ status, count }) => (status === null ? [] : [[status, Number(count)] as const]))
  return {
    statuses: Object.fromEntries(byStatus),
    overdue: Number(rows.find(({ status }) => status === null)?.count ?? 0),
  }
}
