import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { pageParameters } from '../../platform/http/server/page-contract.ts'
import { DELIVERY_STATUSES } from './log-store.ts'

/** The documented form of deliveries. */

export const PAGE_MAX = 1_000
export const PAGE_USUAL = 100
const instant = (description: string) => Type.String({ format: 'date-time', description })
const headers = Type.Record(Type.String(), Type.String())

export const DeliveryListQuery = Type.Object({
  ...ActingFor.properties,
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
  productId: Type.Optional(Type.String()),
  eventType: Type.Optional(Type.String()),
  startTime: Type.Optional(instant('Only deliveries since then, by the product’s clock.')),
  endTime: Type.Optional(instant('Only deliveries before then.')),
  ...pageParameters('deliveries', PAGE_MAX, PAGE_USUAL),
})

export const DeliveryListContract = Type.Object({
  totalDeliveries: Type.Integer(),
  deliveries: Type.Array(
    Type.Object({
      notificationId: Type.String({ description: 'The same in every attempt.' }),
      webhookId: Type.String(),
      organizationId: Type.String({ description: 'The organization that the event is of.' }),
      productId: Type.String(),
      eventType: Type.String(),
      eventDate: instant('When it happened.'),
      sequenceNumber: Type.Integer(),
      createdAt: instant('When it was to be sent first.'),
      status: Type.Enum([...DELIVERY_STATUSES], {
        description: 'QUEUED: the webhook is suspended, and gets it when it is healthy again.',
      }),
      reason: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
      attempts: Type.Array(
        Type.Object({
          retryNumber: Type.Integer(),
          transactionTraceId: Type.String(),
          startedAt: instant('By the product’s clock.'),
          durationMs: Type.Integer(),
          request: Type.Object({ url: Type.String(), headers, body: Type.Optional(Type.String()) }),
          response: Type.Optional(
            Type.Object({ status: Type.Integer(), headers, body: Type.String({ description: 'The first 4 KiB.' }) }),
          ),
          problem: Type.Optional(Type.String({ description: 'Why no response came, or why it does not count.' })),
        }),
      ),
    }),
  ),
})

export const ReplayRequest = Type.Object(
  {
    byDeliveryStatus: Type.Optional(
      Type.Object({
        status: Type.Enum(['FAILED', 'DELIVERED']),
        startTime: Type.Optional(instant('Only deliveries since then.')),
        endTime: Type.Optional(instant('Only deliveries before then.')),
        hoursBack: Type.Optional(Type.Number({ description: 'Instead of startTime.' })),
        productId: Type.Optional(Type.String()),
        eventType: Type.Optional(Type.String()),
      }),
    ),
    byTransactionTraceIdentifiers: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids of notifications, or transactionTraceId of their attempts.' }),
    ),
  },
  { description: 'One of the two.' },
)
export const ReplayContract = Type.Object({
  webhookId: Type.String(),
  replayed: Type.Integer({ description: 'How many notifications are sent again.' }),
})
