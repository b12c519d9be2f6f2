import Type from 'typebox'
import { PaymentContract } from '../http/contract.ts'
import { TransactionContract } from '../search/contract.ts'
import { TokenContract } from '../tokens/contract.ts'
import { ListedTransactionContract } from '../transaction-list/contract.ts'
import { LIFE_EVENTS } from './life.ts'

const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }))
const orNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const LifeEntryContract = Type.Object({
  at: Type.String({ format: 'date-time' }),
  event: Type.Enum([...LIFE_EVENTS]),
  kind: Type.String({ description: 'The kind of the record that says so.' }),
  recordId: Type.String(),
  transactionId: Type.String({ description: 'The request that it is about: this one, or one that belongs to it.' }),
  amount: Type.Optional(Type.Number({ description: 'Unsigned: the event says which way it went.' })),
  currency: text(),
  note: text('What the processor, the bank or a reviewer said.'),
})

export const TransactionDetailContract = Type.Object({
  transaction: ListedTransactionContract,
  details: { ...TransactionContract, description: 'As GET /tss/v2/transactions/{id} shows it.' },
  life: Type.Array(LifeEntryContract, {
    description: 'From authorization to funding, with refunds and disputes, oldest first.',
  }),
  related: Type.Array(ListedTransactionContract, {
    description:
      'Its refunds, the payment of a refund, and imported requests with the same numbers of merchant and processor.',
  }),
  invoiceId: orNull(Type.String(), 'The invoice that it paid; null for an imported one.'),
  processor: orNull(Type.String(), 'The processor that took it; null for an imported one, or one received elsewhere.'),
  payment: orNull(PaymentContract, 'The payment, or that of the refund; null for an imported transaction.'),
  authentication: orNull(
    Type.Object({ result: Type.String(), version: text(), indicator: text(), transactionId: text() }),
    'The outcome of payer authentication (3-D Secure).',
  ),
  token: orNull(TokenContract, 'The token that was made of the payment, with the payer’s consent.'),
  tokenRefusal: orNull(
    Type.Object({ reason: Type.String(), message: Type.String() }),
    'Why no token can be made of it; null if one can be made.',
  ),
})
