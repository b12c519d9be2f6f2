import Type from 'typebox'
import { EXTERNAL_METHODS, PAYMENT_STATUSES } from '../attempts/payment-store.ts'
import { METHODS } from '../port/port.ts'

/** The documented form of payments, refunds and reviews. */

const amount = (description = 'In the invoice’s currency, with all its decimals.') => Type.Number({ description })
const instant = (description: string) => Type.String({ format: 'date-time', description })
const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }))

export const InvoiceId = Type.Object({ id: Type.String({ description: 'The invoice’s id.' }) })
export const TransactionId = Type.Object({
  transactionId: Type.String({ description: 'The payment’s id, 22 digits, as in the invoice’s history.' }),
})
export const ReviewId = Type.Object({ id: Type.String({ description: 'The id of the payment under review.' }) })

export const sentAmount = Type.Union([Type.Number(), Type.String()], {
  description: 'In the invoice’s currency; a number or a string.',
})
/** Open, because processors may name methods of their own. */
export const methodName = (others: readonly string[] = []) =>
  Type.String({
    description: `One of ${[...METHODS, ...others].join(', ')}, or the payment provider’s own name of another, such as ideal.`,
  })

const note = (lengthMax: number, description: string) =>
  Type.Optional(Type.String({ maxLength: lengthMax, description }))

export const TEXT_LENGTH_MAX = 255

export const RefundRequest = Type.Object({
  amount: Type.Optional(sentAmount),
  reason: note(TEXT_LENGTH_MAX, 'Why; shown with the payment.'),
})
export const ExternalPaymentRequest = Type.Object({
  amount: sentAmount,
  date: Type.String({ format: 'date', description: 'The day on which it was received.' }),
  method: Type.Enum([...EXTERNAL_METHODS]),
  note: note(TEXT_LENGTH_MAX, 'Shown with the payment.'),
})
export const ReversalRequest = Type.Object({
  reason: Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'Why the payment is reversed.' }),
})
export const DecisionRequest = Type.Object({
  comment: note(TEXT_LENGTH_MAX, 'Kept with the payment and in the reports.'),
})

export const REFUND_STATUSES = ['COMPLETED', 'PENDING', 'FAILED'] as const

export const RefundContract = Type.Object({
  id: Type.String({ description: 'The refund’s own id, 22 digits.' }),
  status: Type.Enum([...REFUND_STATUSES]),
  amount: amount(),
  currency: Type.String(),
  reason: text(),
  submitTimeUtc: instant('When it was requested.'),
})

const disputes = (description: string) =>
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'Its own id, 22 digits.' }),
      amount: amount(),
      currency: Type.String(),
      reasonCode: Type.String({ description: 'The code of the card scheme or bank.' }),
      refundId: text('The refund that was returned, if it is not the payment itself.'),
      occurredAt: instant('When it happened, as the processor reports it.'),
      status: Type.Enum(['OPEN', 'WON', 'LOST'], { description: 'WON: the money came back to the merchant.' }),
      endedAt: Type.Optional(instant('When it was won or lost.')),
    }),
    { description },
  )

export const PaymentContract = Type.Object({
  id: Type.String({ description: 'The transaction id, 22 digits.' }),
  invoiceId: Type.String(),
  origin: Type.Enum(['PROCESSOR', 'EXTERNAL'], { description: 'EXTERNAL was received elsewhere, such as cash.' }),
  status: Type.Enum([...PAYMENT_STATUSES]),
  method: methodName(EXTERNAL_METHODS),
  amount: amount(),
  currency: Type.String(),
  refundedAmount: amount('Refunds that are completed or pending.'),
  refundableAmount: amount('What can be refunded now: not refunded, and not taken back by a chargeback or a bank.'),
  submitTimeUtc: instant('When it was received.'),
  account: Type.Optional(
    Type.Object({ scheme: text(), suffix: text('The last digits.') }, { description: 'What was charged.' }),
  ),
  payer: Type.Optional(
    Type.Object(
      {
        ...{ name: text(), email: text(), phone: text() },
        shipTo: Type.Optional(
          Type.Object({
            ...{ name: Type.String(), companyName: text(), address1: Type.String(), address2: text() },
            ...{ city: Type.String(), state: text(), zip: text(), country: Type.String() },
          }),
        ),
        customFields: Type.Optional(
          Type.Array(Type.Object({ definitionId: Type.Integer(), label: Type.String(), value: Type.String() })),
        ),
      },
      { description: 'What the payer entered, as far as settings and invoice ask for it.' },
    ),
  ),
  date: text('The day on which an external payment was received.'),
  note: text(),
  reversalReason: text(),
  declineReason: text('Why a REJECTED payment was declined, if nobody rejected it, such as authorizationExpired.'),
  decideBy: Type.Optional(
    instant('When the authorization of a payment under review ends. Undecided, it then ends as declined.'),
  ),
  review: Type.Optional(
    Type.Object({
      decision: Type.Enum(['ACCEPT', 'REJECT']),
      comment: text(),
      failure: text('Why the decision could not be carried out; it can be made again.'),
    }),
  ),
  refunds: Type.Array(RefundContract),
  disputes: disputes('Chargebacks: the cardholder disputes the payment, and its money was taken back.'),
  returns: disputes('What a bank returned after it had been accepted. The invoice keeps its status.'),
})

export const PaymentListContract = Type.Object({
  totalPayments: Type.Integer(),
  payments: Type.Array(PaymentContract),
})

export const ReviewListContract = Type.Object({
  totalReviews: Type.Integer(),
  reviews: Type.Array(PaymentContract),
})

export const PreviewContract = Type.Object({
  previewLink: Type.String({ description: 'Opens the page; nothing can be paid on it.' }),
  expiresAt: Type.String({ format: 'date-time' }),
})
