import { sql } from 'kysely'
import type { Language } from '../../kernel/language.ts'
import type { DeliveryMode, InvoiceStatus } from '../rules/invoice.ts'
import type { ListedInvoice } from './invoice-list.ts'

/** The columns of `invoices` that lists show. */
export const LISTED_COLUMNS = sql`invoices.organization_id, invoices.position, invoices.invoice_number,
  invoices.status, invoices.created_at, invoices.currency, invoices.total_minor,
  invoices.balance_minor, invoices.reserved_minor, invoices.due_on, invoices.customer_name,
  invoices.customer_email, invoices.delivery_language, invoices.payment_token, invoices.terms ->> 'deliveryMode' as delivery_mode,
  invoices.terms -> 'customer' ->> 'merchantCustomerId' as merchant_customer_id,
  invoices.terms -> 'customer' ->> 'companyName' as company_name,
  (invoices.terms ->> 'expiresOn')::date as expires_on`

export type EntryRow = {
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
  readonly delivery_language: Language | null
  readonly payment_token: string
  readonly delivery_mode: DeliveryMode
  readonly merchant_customer_id: string | null
  readonly company_name: string | null
  readonly expires_on: Temporal.PlainDate | null
}

export function listedInvoiceOf(row: EntryRow): ListedInvoice {
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
    deliveryLanguage: row.delivery_language ?? undefined,
    companyName: row.company_name ?? undefined,
    dueOn: row.due_on,
    expiresOn: row.expires_on ?? undefined,
    total: { minor: BigInt(row.total_minor), currency },
    balance: { minor: BigInt(row.balance_minor), currency },
    reserved: { minor: BigInt(row.reserved_minor), currency },
    paymentToken: row.payment_token,
  }
}
