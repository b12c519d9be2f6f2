import { sql } from 'kysely'
import { formatMoney } from '../../kernel/money.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { Change } from '../rules/change.ts'
import type { HistoryEntry, Invoice } from '../rules/invoice.ts'
import { countWrites } from './invoice-count-store.ts'
import { searchTextOf } from './search-text.ts'
import { storedTerms } from './stored-terms.ts'

/** Saves a new or changed invoice with its history and updates the counts and sums by status. */
export function invoiceWrites({ before, after, history }: Change): readonly Write[] {
  return [
    before === undefined ? insertOf(after) : updateOf(after),
    ...historyWrites(after, history),
    ...countWrites({ before, after }),
  ]
}

function insertOf(invoice: Invoice): Write {
  const { amounts, dueOn, customer, deliveryLanguage } = invoice.terms
  return sql`insert into invoices (total_amount, search_text, organization_id, position, invoice_number, status, version,
      created_at, submitted_at, published_at, currency, total_minor, balance_minor, reserved_minor,
      open_reviews, status_before_payment, due_on, customer_name, customer_email, delivery_language,
      payment_token, terms, client_reference)
    values (${formatMoney(amounts.total)}, ${searchTextOf(invoice)},
      ${invoice.organizationId}, ${invoice.position}, ${invoice.invoiceNumber},
      ${invoice.status}, ${invoice.version}, ${invoice.createdAt.toString()},
      ${invoice.submittedAt.toString()}, ${instantText(invoice.publishedAt)},
      ${amounts.total.currency}, ${String(amounts.total.minor)}, ${String(invoice.balance.minor)},
      ${String(invoice.reserved.minor)}, ${invoice.openReviews}, ${invoice.statusBeforePayment ?? null},
      ${dueOn.toString()}, ${customer.name ?? null}, ${customer.email ?? null}, ${deliveryLanguage ?? null},
      ${invoice.paymentToken},
      ${JSON.stringify(storedTerms(invoice.terms))}::jsonb,
      ${JSON.stringify(invoice.clientReference)}::jsonb)`
}

function updateOf(invoice: Invoice): Write {
  const { amounts, dueOn, customer, deliveryLanguage } = invoice.terms
  return sql`update invoices set total_amount = ${formatMoney(amounts.total)}, search_text = ${searchTextOf(invoice)},
      status = ${invoice.status}, version = ${invoice.version},
      submitted_at = ${invoice.submittedAt.toString()},
      published_at = ${instantText(invoice.publishedAt)}, currency = ${amounts.total.currency},
      total_minor = ${String(amounts.total.minor)}, balance_minor = ${String(invoice.balance.minor)},
      reserved_minor = ${String(invoice.reserved.minor)}, open_reviews = ${invoice.openReviews},
      status_before_payment = ${invoice.statusBeforePayment ?? null}, due_on = ${dueOn.toString()},
      customer_name = ${customer.name ?? null}, customer_email = ${customer.email ?? null},
      delivery_language = ${deliveryLanguage ?? null}, payment_token = ${invoice.paymentToken},
      terms = ${JSON.stringify(storedTerms(invoice.terms))}::jsonb
    where organization_id = ${invoice.organizationId} and position = ${invoice.position}`
}

function historyWrites(
  { organizationId, position, version }: Invoice,
  history: readonly HistoryEntry[],
): readonly Write[] {
  if (history.length === 0) return []
  const rows = history.map(
    ({ event, at, transaction }, index) => sql`(${organizationId}, ${position}, ${version},
      ${index + 1}, ${event}, ${at.toString()}::timestamptz, ${transaction?.transactionId ?? null},
      ${transaction === undefined ? null : String(transaction.amount.minor)}::numeric)`,
  )
  return [
    sql`insert into invoice_history (organization_id, position, version, ordinal, event, at,
        transaction_id, amount_minor)
      values ${sql.join(rows)}`,
  ]
}

function instantText(instant: Temporal.Instant | undefined): string | null {
  return instant?.toString() ?? null
}
