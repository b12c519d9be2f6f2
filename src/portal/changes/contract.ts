import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'

/** The documented form of the changes of an invoice, with who made them. */

export const InvoiceId = Type.Object({ id: Type.String({ description: 'The invoice number, percent-encoded.' }) })

export const ChangesQuery = Type.Object({
  sinceVersion: Type.Optional(
    Type.Integer({ minimum: 0, default: 0, description: 'The number in the ETag that you have: later changes only.' }),
  ),
  ...ActingFor.properties,
})

const Change = Type.Object({
  version: Type.Integer({ description: 'The number in the ETag that it led to.' }),
  at: Type.String({ format: 'date-time' }),
  action: Type.String({ description: 'As in the audit trail: `invoice.updated`.' }),
  by: Type.Object({
    kind: Type.Enum(['user', 'key', 'payer', 'service', 'command-line']),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'The person’s name or the key’s id; null for everyone else, and for a person who was erased.',
    }),
  }),
})

export const Changes = Type.Object({
  changes: Type.Array(Change, { description: 'Newest first: at most 20, of the last seven days.' }),
})
