import type { Static } from 'typebox'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { EventList, EventListQuery } from './contract.ts'
import { type ListedEvent, listEvents } from './listed-event-store.ts'

export type EventRoutesDeps = { readonly database: Pick<Database, 'db'> }

/** The events of an organization, whether a webhook subscribes to it or not. */
export function eventRoutes({ database }: EventRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get<{ Querystring: Static<typeof EventListQuery> }>(
      '/notification-subscriptions/v2/events',
      {
        config: { scope: 'webhooks', isList: true },
        schema: {
          operationId: 'getEvents',
          summary: 'List the events of an organization',
          tags: ['Webhooks'],
          querystring: EventListQuery,
          response: { 200: EventList },
        },
      },
      async ({ organization: { organizationId }, query }) => {
        const { eventType, before, limit = 50 } = query
        const filter = { organizationId, eventType, before: before === undefined ? undefined : BigInt(before) }
        const found = await listEvents(database.db, filter, { limit: limit + 1 })
        const page = found.slice(0, limit)
        const next = found.length > limit ? String(page.at(-1)?.position) : null
        return { events: page.map(present), next }
      },
    )
  }
}

function present({ eventId, type, occurredAt, subject, payload }: ListedEvent) {
  const data = Object.fromEntries(Object.entries(payload).map(([name, fact]) => [name, String(fact)]))
  return { eventId, eventType: type, eventDate: writtenInstant(occurredAt), subject, data }
}
