import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'

const LIMIT_MAX = 100
const LIMIT_DEFAULT = 50

export const EventListQuery = Type.Object({
  ...ActingFor.properties,
  eventType: Type.Optional(Type.String({ maxLength: 255, description: 'As webhooks name it.' })),
  before: Type.Optional(Type.String({ pattern: '^\\d{1,18}$', description: 'The `next` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
})

export const EventList = Type.Object({
  events: Type.Array(
    Type.Object({
      eventId: Type.String(),
      eventType: Type.String({ description: 'As webhooks name it.' }),
      eventDate: Type.String({ format: 'date-time', description: 'By the product’s clock.' }),
      subject: Type.String({ description: 'The affected object, such as `invoice:1042`.' }),
      data: Type.Record(Type.String(), Type.String(), { description: 'The facts at that moment.' }),
    }),
    { description: 'The newest first.' },
  ),
  next: Type.Union([Type.String(), Type.Null()], { description: 'For `before`; null on the last page.' }),
})
