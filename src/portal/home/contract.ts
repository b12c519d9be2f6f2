import Type, { type TSchema } from 'typebox'
import { OWED_AGES } from '../../invoicing/pure.ts'
import { ActingFor } from '../../organizations/index.ts'

/** The documented form of Home. */

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const text = () => orNull(Type.String())
const date = (description?: string) => Type.String({ format: 'date', ...(description && { description }) })
const instant = () => Type.String({ format: 'date-time' })
const Count = Type.Integer()

/** Entries that are shown of each group; its count is of all. */
export const ENTRIES_MAX = 5
/** Candidates for declined payments, whose invoices must still be open. */
export const CANDIDATES_MAX = 200

export const HomeQuery = Type.Object({
  ...ActingFor.properties,
  currency: Type.Optional(
    Type.String({ description: 'Default: the currency with the most open invoices and payments.', examples: ['EUR'] }),
  ),
})

const OfInvoice = {
  organizationId: Type.String({ description: 'The merchant.' }),
  organizationName: Type.String(),
  invoiceId: Type.String({ description: 'The invoice number.' }),
  customerName: text(),
  customerEmail: text(),
  amount: Type.Number(),
  currency: Type.String(),
}

const group = <T extends TSchema>(entry: T, description: string) =>
  Type.Optional(Type.Object({ count: Count, entries: Type.Array(entry, { maxItems: ENTRIES_MAX }) }, { description }))

const SUMS = {
  paidAmount: Type.Number({ description: 'Payments through a processor.' }),
  paidCount: Count,
  refundedAmount: Type.Number({ description: 'Refunds that did not fail.' }),
  refundedCount: Count,
  externalAmount: Type.Number({ description: 'Payments received elsewhere, less those that were taken back.' }),
  externalCount: Count,
}

const Owed = Type.Object(
  {
    count: Count,
    amount: Type.Number({ description: 'The balance of all open invoices.' }),
    overdueCount: Count,
    overdueAmount: Type.Number(),
    parts: Type.Array(
      Type.Object({
        age: Type.Enum(
          OWED_AGES.map(({ age }) => age),
          { description: 'notDue, or the days after the due date from which on it holds, up to the next age.' },
        ),
        count: Count,
        amount: Type.Number(),
        dueFrom: orNull(date('The first due date; null if there is none.')),
        dueTo: orNull(date('The last due date; null if there is none.')),
      }),
    ),
  },
  { description: 'Open invoices by the age of the due date.' },
)

const Settled = Type.Object(
  {
    purchaseAmount: Type.Number(),
    refundAmount: Type.Number(),
    feeAmount: Type.Number(),
    chargebackAmount: Type.Number(),
    netAmount: Type.Number(),
  },
  { description: 'Money paid out, from midnight of `from` on: the totals of net-fundings.' },
)

const Received = Type.Object({
  from: date(),
  to: date('Today.'),
  previousFrom: date(),
  previousTo: date(),
  isComplete: Type.Boolean({ description: 'Whether the latest payments are among them.' }),
  total: Type.Object(SUMS),
  previous: Type.Object(SUMS),
  settled: Type.Optional(orNull(Settled)),
  days: Type.Array(Type.Object({ date: date(), ...SUMS }), { description: 'All 60 days, the oldest first.' }),
})

const Needs = Type.Object(
  {
    reviews: group(
      Type.Object({ ...OfInvoice, paymentId: Type.String(), receivedAt: instant(), decideBy: orNull(instant()) }),
      'Payments under review; those whose authorization ends first at the beginning.',
    ),
    disputes: group(
      Type.Object({
        ...OfInvoice,
        paymentId: Type.String(),
        kind: Type.Enum(['chargeback', 'return']),
        occurredAt: instant(),
      }),
      'Disputes that have not ended, the latest first.',
    ),
    declined: group(
      Type.Object({ ...OfInvoice, paymentId: Type.String(), reason: text(), declinedAt: instant() }),
      `Open invoices whose last payment was declined in the last 7 days, the latest first; of the latest ${CANDIDATES_MAX}.`,
    ),
    refusedMails: group(
      Type.Object({ ...OfInvoice, mailId: Type.String(), to: Type.String(), reason: text(), refusedAt: instant() }),
      'Open invoices whose last mail to the customer was refused or given up, the latest first; `amount` is the balance.',
    ),
    webhooks: group(
      Type.Object({
        webhookId: Type.String(),
        name: Type.String(),
        isSuspended: Type.Boolean(),
        notifications: Type.Integer({ description: 'Those that failed in the last 7 days, or wait. Up to 1,000.' }),
      }),
      'Webhooks of the organization itself that are suspended or fail.',
    ),
    reports: group(
      Type.Object({ reportId: Type.String(), name: Type.String(), reason: text(), failedAt: instant() }),
      'Reports of the organization itself that failed in the last 7 days and were not ordered again.',
    ),
  },
  { description: 'Everything that somebody should look at. A group is there if the caller may see it.' },
)

export const Home = Type.Object({
  today: date('The day that counts, in the time zone of the organization.'),
  timeZone: Type.String(),
  currency: orNull(Type.String({ description: 'Of all amounts but those of `needs`; null if there are none.' })),
  currencies: Type.Array(Type.String(), { description: 'Those with open invoices or payments, the most used first.' }),
  hasInvoices: Type.Boolean({ description: 'Whether there is any invoice, in any status.' }),
  owed: orNull(Owed),
  received: Type.Optional(orNull(Received)),
  needs: Needs,
})
