import Type, { type TProperties, type TSchema } from 'typebox'
import { ActingFor } from '../../organizations/index.ts'

/** The documented form of an invoice's activity. */

export const ENTRIES_MAX = 500
export const ENTRIES_DEFAULT = 200

const instant = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const text = () => orNull(Type.String())
const amounts = { amount: Type.Number(), currency: Type.String() }

export const InvoiceId = Type.Object({ id: Type.String({ description: 'The invoice number, percent-encoded.' }) })
export const MailId = Type.Object({ mailId: Type.String({ description: 'As in the invoice’s activity.' }) })

export const ActivityQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ENTRIES_MAX,
      default: ENTRIES_DEFAULT,
      description: 'Maximum number of entries to return, the newest ones.',
    }),
  ),
  ...ActingFor.properties,
})

const Action = Type.Object({
  action: Type.Enum(['send', 'publish', 'remind', 'cancel', 'update', 'recordPayment', 'refund']),
  isAllowed: Type.Boolean(),
  reason: orNull(Type.String({ description: 'Why it would be refused now.' })),
  availableAt: orNull(instant('When a limit ends that refuses it now.')),
})

const entry = <Kind extends string, T extends TProperties>(kind: Kind, more: T) =>
  Type.Object({ at: instant('When it happened.'), kind: Type.Literal(kind), ...more })

const Entry = Type.Union([
  entry('history', {
    event: Type.String({ description: 'As in the invoice’s history.' }),
    transactionId: text(),
    amount: orNull(Type.Number()),
    currency: text(),
  }),
  entry('mail', {
    mailId: Type.String(),
    mailKind: Type.String(),
    state: Type.Enum(['queued', 'waiting', 'handedOver', 'refused', 'givenUp', 'dropped']),
    to: Type.String(),
    reason: orNull(Type.String({ description: 'Why the last attempt failed.' })),
    attempts: Type.Integer(),
    endedAt: orNull(instant('When it was handed over, refused, given up or dropped.')),
    nextAttemptAt: orNull(instant('When it is tried again.')),
    isKept: Type.Boolean({ description: 'Whether its text can be read.' }),
  }),
  entry('payment', {
    transactionId: Type.String(),
    origin: Type.Enum(['processor', 'external']),
    method: Type.String(),
    status: Type.Enum(['REVIEW', 'COMPLETED', 'REJECTED', 'REVERSED']),
    ...amounts,
    refundedAmount: Type.Number(),
    refundableAmount: Type.Number(),
  }),
  entry('refund', {
    transactionId: Type.String(),
    paymentId: Type.String(),
    status: Type.Enum(['PENDING', 'COMPLETED', 'FAILED']),
    ...amounts,
    reason: text(),
  }),
  entry('review', {
    transactionId: Type.String(),
    decision: orNull(Type.Enum(['ACCEPT', 'REJECT', 'EXPIRED'])),
    decideBy: orNull(instant('When the authorization ends.')),
    ...amounts,
  }),
  entry('dispute', {
    transactionId: Type.String(),
    paymentId: Type.String(),
    disputeKind: Type.Enum(['chargeback', 'return']),
    status: Type.Enum(['open', 'won', 'lost']),
    ...amounts,
  }),
  entry('webhook', {
    webhookId: Type.String(),
    deliveryId: Type.String(),
    eventType: Type.String(),
    state: Type.Enum(['ready', 'waiting', 'held', 'delivered', 'failed']),
    attempts: Type.Integer(),
    reason: orNull(Type.String({ description: 'Why it failed.' })),
    changedAt: instant('When its state changed last.'),
  }),
])

export const Activity = Type.Object(
  {
    today: Type.String({
      format: 'date',
      description: 'By the clock of the service, in the time zone of the merchant.',
    }),
    actions: Type.Array(Action),
    entries: Type.Array(Entry, { description: 'Newest first.' }),
    hasMore: Type.Boolean({ description: 'Whether there are older entries.' }),
  },
  { description: 'The actions of the merchant, and everything that happened to the invoice.' },
)
