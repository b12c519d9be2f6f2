import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { eventReleases } from '../events/event-store.ts'
import { hasReachedRate, rateIsFullUntil } from '../mail-rates/rate-store.ts'
import { type Mail, type MailKind, REQUESTED } from './mail.ts'

/** The agenda's retries have this kind; the job of the same name makes a mail due. */
export const DELIVER_MAIL = 'mail.deliver'
/** Nodes listen here for mails that are due. */
export const MAILS_CHANNEL = 'quittance_mails'
const ANNOUNCING = sql`pg_notify(${MAILS_CHANNEL}, '')`

/** A mail that is to be sent now, or is being sent. */
export const IS_DUE = sql`is_due and state = 'waiting'`
/** A due mail that waits for the next hour of its organization. */
export const WAITS_FOR_RATE = sql<boolean>`(${IS_DUE} and leased_until is null
  and ${hasReachedRate(sql`mail_outbox.organization_id`)})`
/** A moved clock waits for these mails. Those above a rate wait for the machine's time. */
export const DUE_MAILS = [sql`from mail_outbox where ${IS_DUE} and not ${WAITS_FOR_RATE}`] as const

/**
 * Makes the write that puts the mail into the outbox, for the transaction of its cause. It is sent soon after the
 * commit. A cause that already has a mail adds none.
 */
export function mailWrite(mail: Mail, mailId: string = newId()): Write {
  const { organizationId, kind, subject, cause, recipient, payload, createdAt } = mail
  return sql`insert into mail_outbox (organization_id, mail_id, kind, subject, cause, recipient_name,
      recipient_address, payload, created_at, state, is_due)
    values (${organizationId}, ${mailId}::uuid, ${kind}, ${subject}, ${cause}, ${recipient.name ?? null},
      ${recipient.address}, ${JSON.stringify(payload)}::jsonb, ${createdAt.toString()}::timestamptz, 'waiting', true)
    on conflict do nothing returning ${ANNOUNCING}`
}

export type MailKey = { readonly organizationId: string; readonly mailId: string }

/** Lets a mail be sent now, unless it has ended or waits for a mail server. */
export async function markMailDue(db: Db, key: MailKey): Promise<void> {
  await sql`update mail_outbox set is_due = true where ${isMail(key)} and state = 'waiting'
    returning ${ANNOUNCING}`.execute(db)
}

/**
 * The state after the first attempt, undefined before its end. A mail that is gone, parked or above the rate counts as
 * ended: nobody waits for it.
 */
export async function findHandOver(db: Db, key: MailKey): Promise<string | undefined> {
  const { rows } = await sql<{ state: string; isTried: boolean }>`select state,
      last_error is not null or ${WAITS_FOR_RATE} as "isTried"
    from mail_outbox where ${isMail(key)}`.execute(db)
  const { state, isTried } = rows[0] ?? { state: 'gone', isTried: false }
  return state === 'waiting' && !isTried ? undefined : state
}

type SentMails = {
  readonly organizationId: string
  readonly subject: string
  readonly address: string
  readonly kinds: readonly MailKind[]
}

/**
 * When mails of these kinds, and others that a merchant asked for, were written about a subject to an address; oldest
 * first, by the product's clock.
 */
export async function findMailTimes(tx: Db | Tx, mails: SentMails): Promise<readonly Temporal.Instant[]> {
  const { organizationId, subject, address, kinds } = mails
  const { rows } = await sql<{ at: Temporal.Instant }>`select created_at as at from mail_outbox
    where organization_id = ${organizationId} and subject = ${subject}
      and (kind = any(${[...kinds]}::text[]) or payload @> ${JSON.stringify(REQUESTED)}::jsonb)
      and lower(trim(recipient_address)) = ${address.trim().toLowerCase()}
    order by created_at, mail_id`.execute(tx)
  return rows.map(({ at }) => at)
}

type WaitingMails = {
  readonly count: number
  /** Until when the rate of their organization holds them back, by the machine's clock; undefined if it does not. */
  readonly heldUntil: Temporal.Instant | undefined
}

/** How many of these mails are not handed over yet; `mailIds` is a query for their ids. */
export async function findWaitingMails(
  db: Db,
  { organizationId, mailIds }: { readonly organizationId: string; readonly mailIds: RawBuilder<unknown> },
): Promise<WaitingMails> {
  const { rows } = await sql<{ count: number; held_until: Temporal.Instant | null }>`
    select count(*)::int as count, ${rateIsFullUntil(organizationId)} as held_until from mail_outbox
    where organization_id = ${organizationId} and state = 'waiting' and mail_id in (${mailIds})`.execute(db)
  const { count = 0, held_until } = rows[0] ?? {}
  return { count, heldUntil: count === 0 ? undefined : (held_until ?? undefined) }
}

const BATCH_MAX = 500

/** Parks a batch of mails that cannot be delivered until a mail server is set; returns how many. */
export async function parkDueMails(db: Db): Promise<number> {
  const { rows } = await sql<MailKey>`update mail_outbox set state = 'parked', is_due = false
    where (organization_id, mail_id) in (
      select organization_id, mail_id from mail_outbox where ${IS_DUE}
      order by organization_id, created_at, mail_id limit ${BATCH_MAX} for update skip locked)
    returning organization_id as "organizationId", mail_id as "mailId"`.execute(db)
  if (rows.length > 0) await eventReleases(rows).execute(db)
  return rows.length
}

/** Makes a batch of parked mails due, oldest first; returns how many. */
export async function resumeParkedMails(db: Db): Promise<number> {
  const { rows } = await sql`update mail_outbox set state = 'waiting', is_due = true
    where state = 'parked' and (organization_id, mail_id) in (
      select organization_id, mail_id from mail_outbox where state = 'parked'
      order by created_at limit ${BATCH_MAX})
    returning ${ANNOUNCING}`.execute(db)
  return rows.length
}

/** Wakes all nodes that send mails, when the transaction is committed. */
export async function announceMails(tx: Tx): Promise<void> {
  await sql`select ${ANNOUNCING}`.execute(tx)
}

function isMail({ organizationId, mailId }: MailKey) {
  return sql`(organization_id, mail_id) = (${organizationId}, ${mailId}::uuid)`
}
