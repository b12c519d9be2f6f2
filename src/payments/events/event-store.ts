import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ProcessorEvent } from '../port/port.ts'

type ReceivedEvent = {
  readonly processor: string
  readonly event: ProcessorEvent
  readonly receivedAt: Temporal.Instant
}

/** Notes the event; false if it was handled before. Waits for a transaction that is handling it. */
export async function insertProcessorEvent(tx: Tx, { processor, event, receivedAt }: ReceivedEvent): Promise<boolean> {
  const { rows } =
    await sql`insert into processor_events (organization_id, processor, event_id, event_type, attempt_id, received_at)
    values (${event.organizationId}, ${processor}, ${event.eventId}, ${event.happened.type}, ${event.key},
      ${receivedAt.toString()})
    on conflict (organization_id, processor, event_id) do nothing returning true`.execute(tx)
  return rows.length > 0
}
