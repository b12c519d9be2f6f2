import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ProcessorEvent } from '../port/port.ts'

type ReceivedEvent = {
  readonly processor: string
  readonly event: ProcessorEvent
  readonly receivedAt: Temporal.Instant
}

/** How something ended, as far as it may be reported before it has begun. */
type End = { readonly reference: string | undefined; readonly result: string }

function endOf({ happened }: ProcessorEvent): End | undefined {
  if (happened.type === 'disputeEnded') return { reference: happened.reference, result: happened.result }
  if (happened.type === 'refundFailed') return { reference: happened.reference, result: happened.reason }
  return undefined
}

/** Notes the event; false if it was handled before. Waits for a transaction that is handling it. */
export async function insertProcessorEvent(tx: Tx, { processor, event, receivedAt }: ReceivedEvent): Promise<boolean> {
  const end = endOf(event)
  const { rows } = await sql`insert into processor_events (organization_id, processor, event_id, event_type, attempt_id,
      received_at, reference, result, ended_at)
    values (${event.organizationId}, ${processor}, ${event.eventId}, ${event.happened.type}, ${event.key},
      ${receivedAt.toString()}, ${end?.reference ?? null}, ${end?.result ?? null},
      ${end === undefined ? null : event.at.toString()})
    on conflict (organization_id, processor, event_id) do nothing returning true`.execute(tx)
  return rows.length > 0
}

type Begun = {
  readonly event: ProcessorEvent
  readonly ended: 'disputeEnded' | 'refundFailed'
  readonly reference: string
}

type EarlyEnd = { readonly result: string; readonly at: Temporal.Instant }

/** How a dispute or refund ended, if that was reported before the thing itself; the first report counts. */
export async function findEarlyEnd(tx: Tx, { event, ended, reference }: Begun): Promise<EarlyEnd | undefined> {
  const { rows } = await sql<EarlyEnd>`select result, ended_at as at from processor_events
    where organization_id = ${event.organizationId} and attempt_id = ${event.key} and reference = ${reference}
      and result is not null and event_type = ${ended}
    order by received_at, event_id limit 1`.execute(tx)
  return rows[0]
}
