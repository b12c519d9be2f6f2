import type { Money } from '../../kernel/money.ts'
import type {
  ClientReference,
  HistoryEntry,
  HistoryEvent,
  Invoice,
  InvoiceStatus,
  UnpaidStatus,
} from '../rules/invoice.ts'
import { type TermsColumns, termsOf } from './stored-terms.ts'

export type InvoiceRow = TermsColumns & {
  readonly organization_id: string
  readonly position: bigint
  readonly invoice_number: string
  readonly status: InvoiceStatus
  readonly version: number
  readonly created_at: Temporal.Instant
  readonly submitted_at: Temporal.Instant
  readonly published_at: Temporal.Instant | null
  readonly balance_minor: string
  readonly reserved_minor: string
  readonly open_reviews: number
  readonly status_before_payment: UnpaidStatus | null
  readonly payment_token: string
  readonly client_reference: Partial<ClientReference>
}

export type HistoryJson = {
  readonly event: HistoryEvent
  readonly at: string
  readonly transaction_id: string | null
  readonly amount_minor: string | null
}

export function invoiceOf(row: InvoiceRow): Invoice {
  const { currency, client_reference } = row
  return {
    organizationId: row.organization_id,
    position: Number(row.position),
    invoiceNumber: row.invoice_number,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    publishedAt: row.published_at ?? undefined,
    clientReference: {
      developerId: client_reference.developerId,
      solutionId: client_reference.solutionId,
    },
    terms: termsOf(row),
    balance: moneyOf(row.balance_minor, currency),
    reserved: moneyOf(row.reserved_minor, currency),
    openReviews: row.open_reviews,
    statusBeforePayment: row.status_before_payment ?? undefined,
    paymentToken: row.payment_token,
  }
}

export function historyEntryOf(json: HistoryJson, currency: string): HistoryEntry {
  const { event, at, transaction_id, amount_minor } = json
  return {
    event,
    at: Temporal.Instant.from(at),
    transaction:
      transaction_id === null || amount_minor === null
        ? undefined
        : { transactionId: transaction_id, amount: moneyOf(amount_minor, currency) },
  }
}

function moneyOf(minor: string, currency: string): Money {
  return { minor: BigInt(minor), currency }
}
