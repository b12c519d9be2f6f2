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

/** A dispute or refund whose end was reported before it was itself. */
type EarlyPlace = {
  readonly organizationId: string
  readonly attemptId: string
  readonly ended: 'disputeEnded' | 'refundFailed'
  readonly reference: string
}
type EarlyEnd = { readonly result: string; readonly at: Temporal.Instant }

/** Keeps the end of something that is not known yet; the first one counts. */
export async function insertEarlyEnd(tx: Tx, place: EarlyPlace, { result, at }: EarlyEnd): Promise<void> {
  await sql`insert into processor_early_ends (organization_id, attempt_id, event_type, reference, result, ended_at)
    values (${place.organizationId}, ${place.attemptId}, ${place.ended}, ${place.reference}, ${result},
      ${at.toString()})
    on conflict (organization_id, attempt_id, event_type, reference) do nothing`.execute(tx)
}

export async function findEarlyEnd(tx: Tx, place: EarlyPlace): Promise<EarlyEnd | undefined> {
  const { rows } = await sql<EarlyEnd>`select result, ended_at as at from processor_early_ends
    where organization_id = ${place.organizationId} and attempt_id = ${place.attemptId}
      and event_type = ${place.ended} and reference = ${place.reference}`.execute(tx)
  return rows[0]
}
