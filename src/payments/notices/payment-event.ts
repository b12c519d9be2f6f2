// pure
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { Attempt } from '../model/attempt.ts'

const PAYMENT_EVENTS = [
  ...(['approved', 'declined', 'review', 'refunded', 'refund-failed', 'reversed', 'returned', 'disputed'] as const),
  ...(['dispute-won', 'dispute-lost'] as const),
] as const
type PaymentEventName = (typeof PAYMENT_EVENTS)[number]

/** The invoice after the event. */
export type NotedInvoice = {
  readonly invoiceNumber: string
  readonly status: string
  readonly balance: Money
  readonly terms: {
    readonly customer: { readonly name: string | undefined; readonly email: string | undefined }
  }
}

type PaymentNews = {
  readonly invoice: NotedInvoice
  readonly charge: Pick<Attempt, 'organizationId' | 'paymentId' | 'amount' | 'payer'> & { readonly method: string }
  readonly at: Temporal.Instant
  /** The amount that was moved, if it is not the whole charge. */
  readonly amount?: Money
  /** Facts of this event alone: ids and words of a table, since text that a person wrote may be personal. */
  readonly more?: Readonly<Record<string, string | undefined>>
}

/** The event that webhooks receive about a payment. Fields without value are left out; amounts are decimal strings. */
export function paymentEvent(name: PaymentEventName, { invoice, charge, at, amount, more }: PaymentNews) {
  const { organizationId, paymentId, method, payer } = charge
  const moved = amount ?? charge.amount
  const facts = {
    invoiceNumber: invoice.invoiceNumber,
    status: invoice.status,
    balanceAmount: formatMoney(invoice.balance),
    transactionId: paymentId,
    amount: formatMoney(moved),
    currency: moved.currency,
    method,
    payerName: invoice.terms.customer.name,
    emailTo: payer.email ?? invoice.terms.customer.email,
    ...more,
  }
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined)
  return {
    organizationId,
    type: `payments.${name}`,
    occurredAt: at,
    // The invoice, so that all events about it keep their order and are erased with it.
    subject: `invoice:${invoice.invoiceNumber}`,
    payload: Object.fromEntries(known),
  }
}
