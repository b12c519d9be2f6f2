import { sql } from 'kysely'
import { type Money, parseMoney } from '../../kernel/money.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { findConditions, type ListOwner, merchantsOf, whereOf } from './invoice-filter-store.ts'
import { type InvoiceFilters, OPEN_STATUSES } from './invoice-list.ts'

/** The invoices of one currency: amounts of several are never added up. */
export type InvoiceSum = {
  readonly currency: string
  readonly count: number
  readonly total: Money
  readonly balance: Money
}

type SumRow = {
  readonly currency: string
  readonly count: bigint
  readonly total: string
  readonly balance_minor: string
}

/** Sums up the invoices that match the filters, by currency. */
export async function sumInvoices(db: Db, owner: ListOwner, filters: InvoiceFilters): Promise<readonly InvoiceSum[]> {
  const conditions = await findConditions(db, owner, filters)
  const { rows } = await sql<SumRow>`
    with merchant as (${merchantsOf(owner)})
    select invoices.currency, count(*) as count, sum(invoices.total_amount) as total,
      sum(invoices.balance_minor) as balance_minor
    from merchant cross join invoices where ${whereOf(conditions)}
    group by invoices.currency order by invoices.currency`.execute(db)
  return rows.map(({ currency, count, total, balance_minor }) => ({
    currency,
    count: Number(count),
    total: parseMoney(total, currency),
    balance: { minor: BigInt(balance_minor), currency },
  }))
}

export type InvoiceCounts = {
  readonly statuses: Readonly<Partial<Record<InvoiceStatus, number>>>
  /** Of the open ones, those that are due before today. */
  readonly overdue: number
}

/** Counts invoices by status, and those that are overdue. */
export async function countInvoices(db: Db, owner: ListOwner, today: Temporal.PlainDate): Promise<InvoiceCounts> {
  const { rows } = await sql<{ status: InvoiceStatus | null; count: bigint }>`
    with merchant as (${merchantsOf(owner)})
    select status, sum(invoices)::bigint as count
    from merchant join invoice_status_counts using (organization_id) group by status
    union all
    select null, count(*) from merchant join invoices using (organization_id)
    where invoices.status = any(${[...OPEN_STATUSES]}::text[]) and invoices.due_on < ${today.toString()}`.execute(db)
  const byStatus = rows.flatMap(({ status, count }) => (status === null ? [] : [[status, Number(count)] as const]))
  return {
    statuses: Object.fromEntries(byStatus),
    overdue: Number(rows.find(({ status }) => status === null)?.count ?? 0),
  }
}
