import { type RawBuilder, sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'

/** An invoice that somebody should look at. */
export type AttentionInvoice = {
  readonly invoiceNumber: string
  readonly status: InvoiceStatus
  readonly customerName: string | undefined
  readonly customerEmail: string | undefined
  readonly dueOn: Temporal.PlainDate
  readonly total: Money
  readonly balance: Money
}

export type Attention = { readonly count: number; readonly invoices: readonly AttentionInvoice[] }

type Owner = { readonly organizationId: string; readonly limit: number }
type Row = {
  readonly invoice_number: string
  readonly status: InvoiceStatus
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly due_on: Temporal.PlainDate
  readonly currency: string
  readonly total_minor: string
  readonly balance_minor: string
}

const COLUMNS = sql`invoice_number, status, customer_name, customer_email, due_on, currency, total_minor, balance_minor,
  position`
/** Published and not paid in full. */
const OPEN = sql`(values ('CREATED'), ('SENT'), ('PARTIAL'), ('PENDING')) as open (status)`

/** Open invoices that were due before today, the oldest due date first. Each status is read in the order of an index. */
export async function findOverdue(
  db: Db,
  { organizationId, limit, today }: Owner & { readonly today: Temporal.PlainDate },
): Promise<Attention> {
  const overdue = sql`from invoices where organization_id = ${organizationId} and invoices.status = open.status
    and due_on < ${today.toString()}`
  return {
    count: await count(
      db,
      sql`select sum(counted.invoices) from ${OPEN}
      cross join lateral (select count(*) as invoices ${overdue}) counted`,
    ),
    invoices: await find(
      db,
      sql`select first.* from ${OPEN} cross join lateral (
      select ${COLUMNS} ${overdue} order by due_on, position limit ${limit}) first
      order by due_on, position limit ${limit}`,
    ),
  }
}

/** Invoices with a payment under review, newest first. */
export async function findUnderReview(db: Db, { organizationId, limit }: Owner): Promise<Attention> {
  return {
    count: await count(
      db,
      sql`select sum(invoices) from invoice_status_counts
      where organization_id = ${organizationId} and status = 'PENDING'`,
    ),
    invoices: await find(
      db,
      sql`select ${COLUMNS} from invoices
      where organization_id = ${organizationId} and status = 'PENDING' order by position desc limit ${limit}`,
    ),
  }
}

type Numbers = { readonly organizationId: string; readonly invoiceNumbers: readonly string[] }

/** Those of these invoices that are open, in the order of the numbers. */
export async function findOpenInvoices(
  db: Db,
  { organizationId, invoiceNumbers }: Numbers,
): Promise<readonly AttentionInvoice[]> {
  return find(
    db,
    sql`select ${COLUMNS} from invoices join unnest(${[...invoiceNumbers]}::text[]) with ordinality
        as given (number, place) on invoices.invoice_number = given.number
      where organization_id = ${organizationId} and status in (select status from ${OPEN}) order by given.place`,
  )
}

async function count(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce((${query}), 0)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

async function find(db: Db, query: RawBuilder<unknown>): Promise<readonly AttentionInvoice[]> {
  const { rows } = await sql<Row>`${query}`.execute(db)
  return rows.map(({ currency, ...row }) => ({
    invoiceNumber: row.invoice_number,
    status: row.status,
    customerName: row.customer_name ?? undefined,
    customerEmail: row.customer_email ?? undefined,
    dueOn: row.due_on,
    total: { minor: BigInt(row.total_minor), currency },
    balance: { minor: BigInt(row.balance_minor), currency },
  }))
}
