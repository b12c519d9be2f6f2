import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { KEPT_DAYS, KEPT_MAX } from './logged-request.ts'

const LIMIT_MAX = 100
const LIMIT_DEFAULT = 50

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const RequestQuery = Type.Object({
  ...ActingFor.properties,
  outcome: Type.Optional(Type.Enum(['succeeded', 'failed'], { description: 'Failed: a status of 400 or more.' })),
  method: Type.Optional(Type.Enum([...METHODS])),
  sender: Type.Optional(Type.String({ maxLength: 255, description: 'The id of a key or of a person.' })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the path, or a correlation id.' })),
  before: Type.Optional(Type.String({ pattern: '^\\d{1,18}$', description: 'The `next` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
})

const Sender = Type.Object({
  kind: Type.Enum(['key', 'person']),
  id: Type.String(),
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'The label of the key, or the address of the person.',
  }),
})

const facts = {
  id: Type.String(),
  requestId: Type.String({ description: 'The correlation id of the response, which the log of the service has too.' }),
  at: Type.String({ format: 'date-time', description: 'By the machine’s clock.' }),
  method: Type.String(),
  path: Type.String({ description: 'With its query.' }),
  status: Type.Integer(),
  durationMs: Type.Integer(),
  sender: Sender,
  reason: Type.Union([Type.String(), Type.Null()], { description: 'The code of a refusal.' }),
}

export const RequestList = Type.Object({
  requests: Type.Array(Type.Object(facts), {
    description: `The newest first. Kept for ${KEPT_DAYS} days, and at most ${KEPT_MAX} of an organization.`,
  }),
  next: Type.Union([Type.String(), Type.Null()], { description: 'For `before`; null on the last page.' }),
})

const OptionalText = Type.Union([Type.String(), Type.Null()])

export const RequestDetails = Type.Object({
  ...facts,
  message: OptionalText,
  problems: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
  requestBody: Type.Union([Type.String(), Type.Null()], {
    description: 'In sandbox mode only, without secrets and card data, at most 16,000 characters.',
  }),
  responseBody: OptionalText,
})

export const RequestPlace = Type.Object({ id: Type.String({ pattern: '^\\d{1,18}$' }) })
