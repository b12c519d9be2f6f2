// pure
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { Invoice } from './invoice.ts'
import { paymentLinkOf } from './payment-link.ts'

const PREFIX = 'invoicing.customer.invoice'

/** The names of events in webhooks. */
export const INVOICE_EVENTS = {
  send: `${PREFIX}.send`,
  partialResend: `${PREFIX}.partial-resend`,
  paid: `${PREFIX}.paid`,
  partialPayment: `${PREFIX}.partial-payment`,
  reminder: `${PREFIX}.reminder`,
  overdueReminder: `${PREFIX}.overdue-reminder`,
  cancel: `${PREFIX}.cancel`,
} as const
export type InvoiceEventType = (typeof INVOICE_EVENTS)[keyof typeof INVOICE_EVENTS]

/** A payment in the history. */
export type InvoiceTransaction = { readonly transactionId: string; readonly amount: Money }

export type InvoiceEvent = {
  readonly type: InvoiceEventType
  /** Only of payments. */
  readonly transaction: InvoiceTransaction | undefined
}

/** The payload for receivers of the event: the invoice after it. Members without a value are left out. */
export function eventPayload(
  invoice: Invoice,
  { transaction }: Pick<InvoiceEvent, 'transaction'>,
  { baseUrl }: { readonly baseUrl: string },
): Readonly<Record<string, string>> {
  const { terms, balance } = invoice
  const facts = {
    invoiceNumber: invoice.invoiceNumber,
    status: invoice.status,
    totalAmount: formatMoney(terms.amounts.total),
    balanceAmount: formatMoney(balance),
    currency: balance.currency,
    dueDate: terms.dueOn.toString(),
    payerName: terms.customer.name,
    emailTo: terms.customer.email,
    invoiceUrl: paymentLinkOf(invoice, { baseUrl }),
    transactionId: transaction?.transactionId,
    amount: transaction === undefined ? undefined : formatMoney(transaction.amount),
  }
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined)
  return Object.fromEntries(known)
}
