import Type from 'typebox'
import { PaymentContract } from '../http/contract.ts'
import { LifeEntryContract } from '../transaction-life/contract.ts'
import { ListedTransactionContract, TransactionSumsContract } from '../transaction-list/contract.ts'

/** The documented form of the queue of payments under review. */

const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }))
const instant = (description: string) => Type.String({ format: 'date-time', description })

const QueuedContract = Type.Object({
  id: Type.String({ description: 'The payment’s id.' }),
  invoiceId: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  submitTimeUtc: instant('Since when it waits.'),
  decideBy: Type.Optional(instant('When the authorization ends; left out if the processor names no time.')),
  customer: Type.Object({ name: text(), email: text() }),
  method: Type.String(),
  account: Type.Object({ scheme: text(), suffix: text('The last digits.') }),
  isDeciding: Type.Boolean({ description: 'A decision is being carried out.' }),
})

export const ReviewQueueContract = Type.Object({
  submitTimeUtc: instant('Of this response, by which ages are counted.'),
  totalReviews: Type.Integer(),
  reviews: Type.Array(QueuedContract, { description: 'The most urgent first: by deadline, then by age.' }),
})

export const ReviewFactsContract = Type.Object({
  submitTimeUtc: instant('Of this response, by which ages are counted.'),
  review: QueuedContract,
  payment: PaymentContract,
  account: Type.Object({
    scheme: text(),
    suffix: text('The last digits.'),
    bin: text('The first digits.'),
    expirationMonth: Type.Optional(Type.Integer()),
    expirationYear: Type.Optional(Type.Integer()),
  }),
  checks: Type.Object({
    address: text('The processor’s code of the address check.'),
    securityCode: text('The processor’s code of the security code check.'),
    authentication: text('The outcome of payer authentication.'),
  }),
  risk: Type.Object(
    {
      cardCountry: text('Where the card was issued.'),
      network: text('The network over which it was charged.'),
      rules: Type.Array(Type.String(), { description: 'The rules that fired, in the processor’s words.' }),
    },
    { description: 'As far as the processor reports it.' },
  ),
  earlier: Type.Object(
    {
      ...TransactionSumsContract.properties,
      transactions: Type.Array(ListedTransactionContract, { description: 'The newest 20.' }),
      disputes: Type.Array(LifeEntryContract, { description: 'Disputes of these transactions.' }),
    },
    { description: 'Other transactions of the payer’s address; empty without one.' },
  ),
})
