import { createHash } from 'node:crypto'
import type { Invoice } from '../../../src/invoicing/rules/invoice.ts'
import { searchTextOf } from '../../../src/invoicing/storage/search-text.ts'
import { storedTerms } from '../../../src/invoicing/storage/stored-terms.ts'
import { formatMoney } from '../../../src/kernel/money.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { anInvoice } from './invoices.ts'

/** Puts an organization's first invoices into the database as they are, with counter and counts. */
export async function storeInvoices({ pool }: Pick<Database, 'pool'>, invoices: readonly Invoice[]): Promise<void> {
  const rows = JSON.stringify(invoices.map(rowOf))
  await pool.query('insert into invoices select * from json_populate_recordset(null::invoices, $1)', [rows])
  await pool.query(
    `insert into invoice_counters
      select organization_id, count(*), 0 from json_populate_recordset(null::invoices, $1) group by 1`,
    [rows],
  )
  await pool.query(
    `insert into invoice_status_counts
      select organization_id, status, currency, position % 16, count(*), sum(total_minor), sum(balance_minor)
      from json_populate_recordset(null::invoices, $1) group by 1, 2, 3, 4`,
    [rows],
  )
}

function rowOf(invoice: Invoice): object {
  const { customer, dueOn, amounts } = invoice.terms
  return {
    organization_id: invoice.organizationId,
    position: invoice.position,
    invoice_number: invoice.invoiceNumber,
    status: invoice.status,
    version: invoice.version,
    created_at: invoice.createdAt.toString(),
    submitted_at: invoice.submittedAt.toString(),
    published_at: invoice.publishedAt?.toString(),
    currency: amounts.total.currency,
    total_minor: amounts.total.minor.toString(),
    total_amount: formatMoney(amounts.total),
    balance_minor: invoice.balance.minor.toString(),
    reserved_minor: invoice.reserved.minor.toString(),
    open_reviews: invoice.openReviews,
    status_before_payment: invoice.statusBeforePayment,
    due_on: dueOn.toString(),
    customer_name: customer.name,
    customer_email: customer.email,
    delivery_language: invoice.terms.deliveryLanguage,
    search_text: searchTextOf(invoice),
    payment_token: tokenOf(invoice),
    terms: storedTerms(invoice.terms),
    client_reference: invoice.clientReference,
  }
}

/** The one that every test invoice has, unless it is given another, cannot be that of two. */
function tokenOf({ organizationId, position, paymentToken }: Invoice): string {
  if (paymentToken !== anInvoice().paymentToken) return paymentToken
  return createHash('sha384').update(`${organizationId}/${position}`).digest('base64url')
}
