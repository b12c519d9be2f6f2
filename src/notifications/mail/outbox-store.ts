import { sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { enqueueAll, enqueuing, type NewJob } from '../../platform/queue/enqueue.ts'
import { newId } from '../../platform/secrets/random.ts'
import { eventRelease, eventWithdrawal } from '../events/event-store.ts'
import type { Mail, MailKind, OutboxMail } from './mail.ts'

/** The job that hands a mail over; its retries stand on the agenda under the same name. */
export const DELIVER_MAIL = 'mail.deliver'

/**
 * Makes the write that puts the mail into the outbox, with the job that delivers it, for the transaction of what it is
 * about. A cause that has a mail already adds none: the job then finds nothing.
 */
export function mailWrite(mail: Mail, mailId: string = newId()): Write {
  const { organizationId, kind, subject, cause, recipient, payload, createdAt } = mail
  const job = deliveryJob({ organizationId, mailId, at: createdAt })
  return sql`insert into mail_outbox (organization_id, mail_id, kind, subject, cause, recipient_name,
      recipient_address, payload, created_at, state)
    select ${organizationId}, ${mailId}::uuid, ${kind}, ${subject}, ${cause}, ${recipient.name ?? null},
      ${recipient.address}, ${JSON.stringify(payload)}::jsonb, ${createdAt.toString()}::timestamptz, 'waiting'
    from (select ${enqueuing(job)}) as enqueued
    on conflict do nothing`
}

export type MailKey = { readonly organizationId: string; readonly mailId: string }

/** A mail that an attempt has begun for. */
export type BegunMail = OutboxMail & {
  /** This one included. */
  readonly attempts: number
  /** In angle brackets; the same in every attempt. */
  readonly messageId: string
}

type MailRow = {
  readonly organization_id: string
  readonly mail_id: string
  readonly kind: MailKind
  readonly subject: string
  readonly cause: string | null
  readonly recipient_name: string | null
  readonly recipient_address: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly created_at: Temporal.Instant
  readonly attempts: number
  readonly message_id: string
}

/** Counts an attempt before it is made, so that a mail whose attempts end the process is given up too. */
export async function beginAttempt(
  db: Db,
  key: MailKey,
  { messageId }: { readonly messageId: string },
): Promise<BegunMail | undefined> {
  const { rows } = await sql<MailRow>`update mail_outbox
    set attempts = attempts + 1, message_id = coalesce(message_id, ${messageId})
    where ${isMail(key)} and state = 'waiting'
    returning organization_id, mail_id, kind, subject, cause, recipient_name, recipient_address, payload, created_at,
      attempts, message_id`.execute(db)
  return rows[0] && begunMailOf(rows[0])
}

function begunMailOf(row: MailRow): BegunMail {
  return {
    ...{ organizationId: row.organization_id, mailId: row.mail_id, kind: row.kind, subject: row.subject },
    // Former versions wrote none.
    cause: row.cause ?? row.mail_id,
    recipient: { name: row.recipient_name ?? undefined, address: row.recipient_address },
    ...{ payload: row.payload, createdAt: row.created_at, attempts: row.attempts, messageId: row.message_id },
  }
}

type End = {
  readonly state: 'sent' | 'refused' | 'dead' | 'dropped'
  readonly reason?: string
  readonly at: Temporal.Instant
}

/** Ends a mail, and its event waits no longer; returns false if it ended already or is gone: nothing follows from it. */
export async function endMail(db: Db | Tx, key: MailKey, { state, reason, at }: End): Promise<boolean> {
  const event = state === 'refused' ? eventWithdrawal(key) : eventRelease(key)
  const { rows } = await sql`with event as (${event}) update mail_outbox
    set state = ${state}, last_error = ${reason ?? null}, ended_at = ${at.toString()}
    where ${isMail(key)} and state = 'waiting' returning mail_id`.execute(db)
  return rows.length > 0
}

/** Keeps the reason of an attempt that is repeated later; returns false if the mail is gone. */
export async function keepReason(tx: Tx, key: MailKey, reason: string): Promise<boolean> {
  const { rows } = await sql`update mail_outbox set last_error = ${reason}
    where ${isMail(key)} and state = 'waiting' returning mail_id`.execute(tx)
  return rows.length > 0
}

/** Lays a mail aside that nothing can deliver until a mail server is set. */
export async function parkMail(db: Db, key: MailKey): Promise<void> {
  await sql`with event as (${eventRelease(key)})
    update mail_outbox set state = 'parked' where ${isMail(key)} and state = 'waiting'`.execute(db)
}

/** How the first attempt ended, or undefined while it has not; a mail that is gone or laid aside counts as ended. */
export async function findHandOver(db: Db, key: MailKey): Promise<string | undefined> {
  const { rows } = await sql<{ state: string; isTried: boolean }>`select state, last_error is not null as "isTried"
    from mail_outbox where ${isMail(key)}`.execute(db)
  const { state, isTried } = rows[0] ?? { state: 'gone', isTried: false }
  return state === 'waiting' && !isTried ? undefined : state
}

const RESUMED_AT_ONCE_MAX = 500

/** Gives parked mails their jobs, oldest first, a bounded number at once; returns how many. */
export async function resumeParkedMails(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows } = await sql<Pick<MailRow, 'organization_id' | 'mail_id' | 'created_at'>>`update mail_outbox
      set state = 'waiting' where state = 'parked' and (organization_id, mail_id) in (
        select organization_id, mail_id from mail_outbox where state = 'parked'
        order by created_at limit ${RESUMED_AT_ONCE_MAX})
      returning organization_id, mail_id, created_at`.execute(tx)
    await enqueueAll(
      tx,
      rows.map((row) => deliveryJob({ organizationId: row.organization_id, mailId: row.mail_id, at: row.created_at })),
    )
    return rows.length
  })
}

/** The job's payload has the form of one that comes from the agenda. */
export function deliveryJob({ organizationId, mailId, at }: MailKey & { readonly at: Temporal.Instant }): NewJob {
  return { job: DELIVER_MAIL, payload: { organizationId, subject: mailId, dueAt: at.toString() } }
}

function isMail({ organizationId, mailId }: MailKey) {
  return sql`(organization_id, mail_id) = (${organizationId}, ${mailId}::uuid)`
}
