import Type from 'typebox'
import { ActingFor } from '../http/contract.ts'

const LIMIT_MAX = 100
const LIMIT_DEFAULT = 50
export const EXPORTED_MAX = 100_000

const filters = {
  ...ActingFor.properties,
  since: Type.Optional(
    Type.String({ maxLength: 64, description: 'From this instant on, such as 2026-03-09T10:00:00Z.' }),
  ),
  until: Type.Optional(Type.String({ maxLength: 64, description: 'Before this instant.' })),
  action: Type.Optional(
    Type.String({ maxLength: 100, description: 'One action, such as key.created, or all of a kind, such as key.' }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Words that are in the action, the subject, the details or the address or name of a person.',
    }),
  ),
}

export const AuditQuery = Type.Object({
  ...filters,
  before: Type.Optional(Type.String({ maxLength: 100, description: 'The `next` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
})

export const AuditExportQuery = Type.Object(filters)

const OptionalText = Type.Union([Type.String(), Type.Null()])

const Entry = Type.Object({
  entryId: Type.String(),
  at: Type.String({ format: 'date-time', description: 'By the machine’s clock.' }),
  by: Type.Object({
    kind: Type.Enum(['user', 'key', 'command-line', 'payer', 'service']),
    id: OptionalText,
    name: Type.Union([Type.String(), Type.Null()], { description: 'The address of a person, the label of a key.' }),
  }),
  action: Type.String(),
  subject: Type.String(),
  subjectName: Type.Union([Type.String(), Type.Null()], { description: 'The address, if the subject is a person.' }),
  details: Type.Record(Type.String(), Type.String()),
  sequence: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The position in the chain; null until the entry is sealed, within a minute.',
  }),
})

export const AuditList = Type.Object({
  entries: Type.Array(Entry, { description: 'The newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], { description: 'For `before`; null on the last page.' }),
})

export const VerificationQuery = Type.Object({
  ...ActingFor.properties,
  head: Type.Optional(
    Type.String({
      pattern: '^\\d{1,18}:[0-9a-f]{64}$',
      description: 'A head that was kept elsewhere: the chain must still contain it.',
    }),
  ),
})

export const Verification = Type.Object({
  isIntact: Type.Boolean(),
  entries: Type.Integer(),
  sealed: Type.Integer(),
  unsealed: Type.Integer({ description: 'Entries that are not sealed yet, which is not a problem.' }),
  head: Type.Union([Type.String(), Type.Null()], {
    description: 'Length and hash of the chain. Kept elsewhere, it shows later whether the chain was reset.',
  }),
  problems: Type.Array(
    Type.Object({
      kind: Type.String(),
      entryId: OptionalText,
      sequence: Type.Union([Type.Integer(), Type.Null()]),
    }),
    { description: 'At most the first hundred.' },
  ),
  problemCount: Type.Integer(),
})
