// pure
import type { Invoice } from '../rules/invoice.ts'
import { hasLinkEnded } from '../rules/payment-link.ts'

/** The state that a document of an invoice shows. Something is owed, and can be paid, only if it is open. */
export type DocumentState = 'draft' | 'open' | 'underReview' | 'expired' | 'paid' | 'canceled'

export function documentState(invoice: Invoice, now: Temporal.Instant): DocumentState {
  switch (invoice.status) {
    case 'DRAFT':
      return 'draft'
    case 'PAID':
      return 'paid'
    case 'CANCELED':
      return 'canceled'
    case 'PENDING':
      return 'underReview'
    case 'CREATED':
    case 'SENT':
    case 'PARTIAL':
      return hasLinkEnded(invoice, now) ? 'expired' : 'open'
  }
}
