import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { contextColumnsOfInvoice, contextOf, type InvoiceContextRow } from './invoice-context-store.ts'
import { type HistoryJson, historyEntryOf, type InvoiceRow, invoiceOf } from './invoice-row.ts'
import type { LoadedInvoice, LoadedInvoiceWithHistory } from './loaded-invoice.ts'

/** An invoice that is sent again every day reaches this in three years. */
const HISTORY_MAX = 1_000

const COLUMNS = sql`invoices.organization_id, invoices.position, invoices.invoice_number,
  invoices.status, invoices.version, invoices.created_at, invoices.submitted_at,
  invoices.published_at, invoices.currency, invoices.total_minor, invoices.balance_minor,
  invoices.reserved_minor, invoices.due_on, invoices.customer_name, invoices.customer_email, invoices.payment_token, invoices.terms, invoices.client_reference`

type Place = { readonly organizationId: string; readonly invoiceNumber: string }
type LoadedRow = InvoiceRow & InvoiceContextRow

/** Loads an invoice and locks it until the transaction ends. */
export async function lockInvoice(
  tx: Tx,
  { organizationId, invoiceNumber }: Place,
): Promise<LoadedInvoice | undefined> {
  const { rows } = await sql<LoadedRow>`
    select ${COLUMNS}, ${contextColumnsOfInvoice()} from invoices
    where organization_id = ${organizationId} and invoice_number = ${invoiceNumber}
    for no key update of invoices`.execute(tx)
  return rows[0] && loadedInvoiceOf(rows[0])
}

export async function findInvoice(
  db: Db,
  { organizationId, invoiceNumber }: Place,
): Promise<LoadedInvoiceWithHistory | undefined> {
  return findOne(db, sql`organization_id = ${organizationId} and invoice_number = ${invoiceNumber}`)
}

/** For the payment page, which knows only the token. */
export async function findInvoiceByToken(db: Db, paymentToken: string): Promise<LoadedInvoiceWithHistory | undefined> {
  return findOne(db, sql`payment_token = ${paymentToken}`)
}

async function findOne(db: Db, condition: RawBuilder<unknown>): Promise<LoadedInvoiceWithHistory | undefined> {
  const { rows } = await sql<LoadedRow & { readonly history: readonly HistoryJson[] | null }>`
    select ${COLUMNS}, ${contextColumnsOfInvoice()}, (
      select json_agg(entry) from (
        select event, at, transaction_id, amount_minor::text from invoice_history history
        where history.organization_id = invoices.organization_id
          and history.position = invoices.position
        order by version desc, ordinal desc limit ${HISTORY_MAX}
      ) entry
    ) as history
    from invoices where ${condition}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const history = (row.history ?? []).map((entry) => historyEntryOf(entry, row.currency))
  return { ...loadedInvoiceOf(row), history }
}

function loadedInvoiceOf(row: LoadedRow): LoadedInvoice {
  return { invoice: invoiceOf(row), ...contextOf(row) }
}
