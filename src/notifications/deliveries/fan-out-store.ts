import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { StoredEvent } from '../events/present-event.ts'
import type { DeliveryKey } from './delivery.ts'
import { HELD_BY_ACTIVATION } from './hold-notifications-store.ts'

/** An event that waits for the fan-out. */
export type WaitingEvent = Omit<StoredEvent, 'sequenceNumber'> & {
  readonly position: bigint
  /** The number of the last event of its subject; 0 for none. */
  readonly lastNumber: number
}

/** The delivery of an event to a webhook. */
export type NewDelivery = DeliveryKey & {
  readonly event: WaitingEvent
  readonly productId: string
  readonly sequenceNumber: number
  /** JSON. */
  readonly data: string
}

type EventRow = {
  readonly organization_id: string
  readonly event_id: string
  readonly event_type: string
  readonly occurred_at: Temporal.Instant
  readonly subject: string
  readonly payload: StoredEvent['payload']
  readonly position: bigint
  readonly last_number: number
}

const FAN_OUT_LOCK = 'webhook fan-out'

/** True for one transaction at a time: it alone may fan out, so that the events of a subject stay in order. */
export async function takeFanOutTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${FAN_OUT_LOCK}, 0)) as is_taken`.execute(tx)
  return rows[0]?.is_taken === true
}

export async function areEventsWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ are_waiting: boolean }>`
    select exists (select from events where fan_out = 'waiting') as are_waiting`.execute(db)
  return rows[0]?.are_waiting === true
}

type Page = {
  /** Organizations up to this one had their turn. */
  readonly after: string
  readonly organizationsMax: number
  readonly eventsOfEachMax: number
}

/**
 * Locks the oldest events of some organizations, so that one with many events does not delay the others. An event that
 * waits for its mail also keeps back the later ones of its subject.
 */
export async function lockWaitingEvents(
  tx: Tx,
  { after, organizationsMax, eventsOfEachMax }: Page,
): Promise<readonly WaitingEvent[]> {
  const next = (previous: ReturnType<typeof sql>) => sql`(select organization_id from events
    where fan_out = 'waiting' and organization_id > ${previous} order by organization_id limit 1)`
  const { rows } = await sql<EventRow>`
    with recursive owners as (
      select ${next(sql`${after}`)} as organization_id
      union all
      select ${next(sql`owners.organization_id`)} from owners where organization_id is not null
    )
    select event.organization_id, event_id, event_type, occurred_at, event.subject, payload, position,
      coalesce((select max(sequence_number) from events as numbered
        where numbered.organization_id = event.organization_id and numbered.subject = event.subject), 0) as last_number
    from (select organization_id from owners where organization_id is not null limit ${organizationsMax}) as owner
    cross join lateral (
      select * from events as waiting
      where waiting.organization_id = owner.organization_id and fan_out = 'waiting' and not exists (
        select from events as blocking
        where blocking.organization_id = waiting.organization_id and blocking.subject = waiting.subject
          and blocking.fan_out = 'waiting' and blocking.position <= waiting.position
          and blocking.waits_for_mail is not null and blocking.waits_until > clock_timestamp()
      )
      order by position limit ${eventsOfEachMax} for update
    ) as event
    order by position`.execute(tx)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    eventId: row.event_id,
    type: row.event_type,
    occurredAt: row.occurred_at,
    subject: row.subject,
    payload: row.payload,
    position: row.position,
    lastNumber: row.last_number,
  }))
}

type FanOut = {
  readonly events: readonly (Pick<WaitingEvent, 'organizationId' | 'eventId'> & { readonly sequenceNumber: number })[]
  readonly deliveries: readonly NewDelivery[]
  /** By the product's clock. */
  readonly at: Temporal.Instant
}

/** Numbers the events and adds their deliveries. */
export async function saveFanOut(tx: Tx, { events, deliveries, at }: FanOut): Promise<void> {
  await sql`update events set fan_out = 'done', sequence_number = given.number, waits_for_mail = null
    from unnest(${events.map(({ organizationId }) => organizationId)}::text[],
      ${events.map(({ eventId }) => eventId)}::uuid[],
      ${events.map(({ sequenceNumber }) => sequenceNumber)}::integer[]) as given (organization_id, event_id, number)
    where events.organization_id = given.organization_id and events.event_id = given.event_id`.execute(tx)
  if (deliveries.length === 0) return
  // The data of an event is sent once, however many webhooks it has.
  const data = [...new Map(deliveries.map((delivery) => [delivery.event.eventId, delivery.data]))]
  await sql`insert into webhook_deliveries (organization_id, webhook_id, delivery_id, event_organization_id, event_id,
      product_id, event_type, occurred_at, subject, sequence_number, position, data, state, reason, is_ordered,
      created_at, changed_at)
    select given.organization_id, given.webhook_id, given.delivery_id, events.organization_id, events.event_id,
      given.product_id, events.event_type, events.occurred_at, events.subject, given.number, events.position,
      presented.data, case when is_held then 'failed' else 'ready' end,
      case when is_held then ${HELD_BY_ACTIVATION}::text end, true,
      ${at.toString()}::timestamptz, ${at.toString()}::timestamptz
    from unnest(${deliveries.map(({ organizationId }) => organizationId)}::text[],
      ${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
      ${deliveries.map(({ deliveryId }) => deliveryId)}::uuid[],
      ${deliveries.map(({ event }) => event.organizationId)}::text[],
      ${deliveries.map(({ event }) => event.eventId)}::uuid[],
      ${deliveries.map(({ productId }) => productId)}::text[],
      ${deliveries.map(({ sequenceNumber }) => sequenceNumber)}::integer[])
      as given (organization_id, webhook_id, delivery_id, event_organization_id, event_id, product_id, number)
    join unnest(${data.map(([eventId]) => eventId)}::uuid[], ${data.map(([, text]) => text)}::text[])
      as presented (event_id, data) on presented.event_id = given.event_id
    join events on events.organization_id = given.event_organization_id and events.event_id = given.event_id
    on conflict (organization_id, webhook_id, delivery_id) do nothing`.execute(tx)
}
