import { formatMoney, type Money } from '../../kernel/money.ts'
import { mailWrite } from '../../notifications/index.ts'
import type { Mail, MailKind } from '../../notifications/pure.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { Attempt } from '../model/attempt.ts'
import type { NotedInvoice } from './payment-event.ts'

/** The facts for mails about a payment, which are written in its transaction. */
export type MailedPayment = {
  /** The invoice after the event. */
  readonly invoice: NotedInvoice
  readonly charge: Pick<Attempt, 'organizationId' | 'paymentId' | 'amount' | 'payer'>
  readonly at: Temporal.Instant
  /** The merchant's address for notifications; undefined if it wants none. */
  readonly merchantAddress: string | undefined
}

/** The receipt for the payer, and the merchant's notification. */
export function receiptMails(payment: MailedPayment): readonly Write[] {
  const { invoice, charge } = payment
  const kind = invoice.balance.minor === 0n ? 'receipt' : 'partial-receipt'
  const about = { amount: charge.amount, cause: charge.paymentId }
  return [...toPayer(payment, kind, about), ...toMerchant(payment, 'approved', about)]
}

/** The payment is under review. */
export function reviewMails(payment: MailedPayment): readonly Write[] {
  const about = { amount: payment.charge.amount, cause: payment.charge.paymentId }
  return [...toPayer(payment, 'review', about), ...toMerchant(payment, 'review', about)]
}

/** Money was given back. */
export function refundMails(
  payment: MailedPayment,
  { refundId, amount }: { readonly refundId: string; readonly amount: Money },
): readonly Write[] {
  const about = { amount, cause: refundId, refundId }
  return [...toPayer(payment, 'refund', about), ...toMerchant(payment, 'refunded', about)]
}

type About = { readonly amount: Money; readonly cause: string; readonly refundId?: string }

/** To the address that the payer gave, or else to the customer's. */
function toPayer(payment: MailedPayment, kind: MailKind, about: About): readonly Write[] {
  const { invoice, charge } = payment
  const { customer } = invoice.terms
  const { email = customer.email, name = customer.name } = charge.payer
  if (email === undefined) return []
  return [
    mailWrite({
      ...mailOf(payment, about),
      kind,
      cause: `${kind} ${about.cause}`,
      recipient: { name, address: email },
    }),
  ]
}

function toMerchant(
  payment: MailedPayment,
  happened: 'approved' | 'review' | 'refunded',
  about: About,
): readonly Write[] {
  const { merchantAddress: address } = payment
  if (address === undefined) return []
  const kind = 'merchant-notification'
  const { payload, ...mail } = mailOf(payment, about)
  const cause = `${kind} ${happened} ${about.cause}`
  return [
    mailWrite({ ...mail, kind, cause, recipient: { name: undefined, address }, payload: { ...payload, happened } }),
  ]
}

/** Ids and amounts only: personal data is loaded when the mail is composed. */
function mailOf(
  { invoice, charge, at }: MailedPayment,
  { amount, refundId }: About,
): Pick<Mail, 'organizationId' | 'subject' | 'payload' | 'createdAt'> {
  return {
    organizationId: charge.organizationId,
    subject: `invoice:${invoice.invoiceNumber}`,
    payload: {
      transactionId: charge.paymentId,
      amount: formatMoney(amount),
      currency: amount.currency,
      balance: formatMoney(invoice.balance),
      ...(refundId === undefined ? {} : { refundId }),
    },
    createdAt: at,
  }
}
