import { sql } from 'kysely'
import { IS_CLOCK_MOVING } from '../../platform/clock/clock-state-store.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Event } from './event.ts'

/** Nodes listen here for events and deliveries. */
export const EVENTS_CHANNEL = 'quittance_webhooks'
/** How long an event waits for the first hand-over of its mail, by the machine's clock. */
const WAIT_FOR_MAIL = sql`interval '5 seconds'`

type EventOptions = {
  /** The mail that is to be handed over first, if that is soon. */
  readonly waitsForMail?: string | undefined
}

/**
 * The write that publishes the event, for the transaction that causes it. That transaction holds a lock of the
 * event's subject, so that the events of a subject are in order.
 */
export function eventWrite(event: Event, { waitsForMail }: EventOptions = {}): Write {
  const waitsUntil = waitsForMail === undefined ? sql`null` : sql`clock_timestamp() + ${WAIT_FOR_MAIL}`
  // A notification makes commits wait for each other, so there is none without a webhook. A moving clock waits
  // for the fan-out at each stop.
  return sql`insert into events (organization_id, event_id, event_type, occurred_at, subject, payload,
      waits_for_mail, waits_until)
    values (${event.organizationId}, ${newId()}, ${event.type}, ${event.occurredAt.toString()},
      ${event.subject}, ${JSON.stringify(event.payload)}::jsonb, ${waitsForMail ?? null}, ${waitsUntil})
    returning case when exists (select from webhooks where deleted_at is null) or ${IS_CLOCK_MOVING}
      then pg_notify(${EVENTS_CHANNEL}, '') end`
}

type MailKey = { readonly organizationId: string; readonly mailId: string }

/** Releases the events of mails that were handed over. Locks them in the order of the fan-out. */
export function eventReleases(mails: readonly MailKey[]): Write {
  return sql`update events set waits_for_mail = null, waits_until = null
    where (organization_id, event_id) in (
      select event.organization_id, event.event_id from events as event
      join unnest(${mails.map(({ organizationId }) => organizationId)}::text[],
        ${mails.map(({ mailId }) => mailId)}::uuid[]) as given (organization_id, mail_id)
        on given.organization_id = event.organization_id and given.mail_id = event.waits_for_mail
      order by event.organization_id, event.position for update of event)
    returning pg_notify(${EVENTS_CHANNEL}, '')`
}

/** Withdraws the event of a mail that was refused for good; no webhook is notified. */
export function eventWithdrawal({ organizationId, mailId }: MailKey): Write {
  return sql`update events set fan_out = 'withdrawn', waits_for_mail = null, waits_until = null
    where organization_id = ${organizationId} and waits_for_mail = ${mailId} and fan_out = 'waiting'`
}

/** Wakes all nodes that fan out events and send deliveries, when the transaction is committed. */
export async function announceEvents(db: Db | Tx): Promise<void> {
  await sql`select pg_notify(${EVENTS_CHANNEL}, '')`.execute(db)
}
