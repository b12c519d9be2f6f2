import { sql } from 'kysely'
import type { Write } from '../platform/postgres/write-together.ts'
import { newId } from '../platform/secrets/random.ts'
import type { Event } from './event.ts'

/** The write that publishes the event, for the transaction of what happened. */
export function eventWrite(event: Event): Write {
  return sql`insert into events (organization_id, event_id, event_type, occurred_at, subject, payload)
    values (${event.organizationId}, ${newId()}, ${event.type}, ${event.occurredAt.toString()},
      ${event.subject}, ${JSON.stringify(event.payload)}::jsonb)`
}
