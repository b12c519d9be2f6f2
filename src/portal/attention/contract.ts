import Type, { type TSchema } from 'typebox'
import { FAILED_MAILS_MAX } from '../../invoicing/pure.ts'

/** The documented form of what needs attention. */

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const text = () => orNull(Type.String())

const INVOICE = {
  id: Type.String({ description: 'The invoice number.' }),
  status: Type.String(),
  customerName: text(),
  customerEmail: text(),
  dueDate: Type.String({ format: 'date' }),
  totalAmount: Type.Number(),
  balanceAmount: Type.Number(),
  currency: Type.String(),
}

export const INVOICES_MAX = 10

const group = (invoice: TSchema, description: string) =>
  Type.Object({ count: Type.Integer(), invoices: Type.Array(invoice, { maxItems: INVOICES_MAX }) }, { description })

export const Attention = Type.Object({
  today: Type.String({ format: 'date', description: 'The day that counts, in the time zone of the organization.' }),
  overdue: group(
    Type.Object(INVOICE),
    'Open invoices that were due before today in the time zone of the organization, the oldest due date first.',
  ),
  underReview: group(Type.Object(INVOICE), 'Invoices with a payment under review, newest first.'),
  refusedMails: group(
    Type.Object({
      ...INVOICE,
      mailId: Type.String(),
      refusedAt: Type.String({ format: 'date-time' }),
      reason: text(),
      to: Type.String(),
    }),
    `Open invoices whose last mail to the customer was refused or given up, newest first; counted up to ${FAILED_MAILS_MAX}.`,
  ),
})
