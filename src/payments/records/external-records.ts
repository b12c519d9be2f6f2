// pure
import type { Money } from '../../kernel/money.ts'
import {
  amountFields,
  CLIENT_APPLICATION,
  type InvoiceFacts,
  type PaymentRecord,
  personFields,
  recordOf,
} from './record-fields.ts'
import { APPROVED, verdictFields } from './verdict.ts'

type ExternalPayment = {
  readonly organizationId: string
  readonly paymentId: string
  readonly method: string
  readonly amount: Money
  readonly receivedAt: Temporal.Instant
  readonly details: { readonly note?: string }
}

type ExternalRecord = {
  readonly invoice: InvoiceFacts
  readonly payment: ExternalPayment
  readonly application: 'external_payment' | 'external_payment_reversal'
  readonly at: Temporal.Instant
}

/**
 * The record of money that was received elsewhere, or taken back. It has a kind of its own, which transaction search
 * reads and no report does, because no processor will settle or fund it.
 */
export function externalPaymentRecord({ invoice, payment, application, at }: ExternalRecord): PaymentRecord {
  const { organizationId, paymentId, method, amount, receivedAt, details } = payment
  return recordOf(
    'external-payment',
    { organizationId, recordId: `${paymentId}-${application}`, at },
    {
      'Request.RequestID': paymentId,
      'Request.MerchantReferenceNumber': invoice.invoiceNumber,
      'Request.TransactionDate': receivedAt.toString(),
      'Request.TransactionReferenceNumber': invoice.terms.transactionReferenceNumber,
      'Request.Source': CLIENT_APPLICATION,
      'Request.Comments': details.note,
      'Application.Name': application,
      ...verdictFields(APPROVED),
      ...personFields(invoice, {}),
      ...amountFields(amount),
      'LineItems.InvoiceNumber': invoice.invoiceNumber,
      'TransactionDetails.PaymentMethodType': 'external',
      'TransactionDetails.PaymentMethodDesc': method,
    },
  )
}
