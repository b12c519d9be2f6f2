import { sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { OPEN_STATUSES } from '../lists/invoice-list.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'

type InvoicePlace = { readonly organizationId: string; readonly invoiceNumber: string }

/** An invoice that somebody should look at. */
export type AttentionInvoice = InvoicePlace & {
  readonly isOpen: boolean
  readonly customerName: string | undefined
  readonly customerEmail: string | undefined
  readonly balance: Money
}

type Row = InvoicePlace & {
  readonly status: InvoiceStatus
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly currency: string
  readonly balance_minor: string
}

/** The invoices of these merchants with these numbers. */
export async function findNamedInvoices(db: Db, places: readonly InvoicePlace[]): Promise<readonly AttentionInvoice[]> {
  if (places.length === 0) return []
  const { rows } = await sql<Row>`select organization_id as "organizationId", invoice_number as "invoiceNumber", status,
      customer_name, customer_email, currency, balance_minor
    from invoices where (organization_id, invoice_number) in (
      select * from unnest(${places.map((one) => one.organizationId)}::text[],
        ${places.map((one) => one.invoiceNumber)}::text[]))`.execute(db)
  return rows.map(({ status, customer_name, customer_email, currency, balance_minor, ...place }) => ({
    ...place,
    isOpen: OPEN_STATUSES.includes(status),
    customerName: customer_name ?? undefined,
    customerEmail: customer_email ?? undefined,
    balance: { minor: BigInt(balance_minor), currency },
  }))
}
