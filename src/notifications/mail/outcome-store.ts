import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { eventReleases, eventWithdrawal } from '../events/event-store.ts'
import type { LeasedMail } from './lease-store.ts'
import type { MailKey } from './outbox-store.ts'

type End = MailKey & { readonly state: 'sent' | 'dropped' }

const RELEASED = sql`is_due = false, leased_by = null, leased_until = null`

/**
 * Ends mails in one statement and releases their events. Returns the ids of those that had not ended and are not
 * gone: nothing follows from the others. It needs no lease, so that a mail that was accepted is not sent again.
 */
export async function endMails(db: Db | Tx, ends: readonly End[], at: Temporal.Instant): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mail_id: string }>`with released as (${eventReleases(ends)})
    update mail_outbox as mail
    set state = given.state, last_error = null, ended_at = ${at.toString()}, ${RELEASED}
    from unnest(${ends.map(({ organizationId }) => organizationId)}::text[],
      ${ends.map(({ mailId }) => mailId)}::uuid[], ${ends.map(({ state }) => state)}::text[])
      as given (organization_id, mail_id, state)
    where mail.organization_id = given.organization_id and mail.mail_id = given.mail_id and mail.state = 'waiting'
    returning mail.mail_id`.execute(db)
  return new Set(rows.map(({ mail_id }) => mail_id))
}

type Failure = { readonly reason: string; readonly at: Temporal.Instant }

/** Gives a mail up and releases its event; returns false if another node has it, it ended or is gone. */
export async function giveUpMail(tx: Tx, mail: LeasedMail, { reason, at }: Failure): Promise<boolean> {
  const { rows } = await sql`with released as (${eventReleases([mail])}) update mail_outbox
    set state = 'dead', last_error = ${reason}, ended_at = ${at.toString()}, ${RELEASED}
    where ${isHeld(mail)} returning mail_id`.execute(tx)
  return rows.length > 0
}

/** Ends a mail that was refused for good and withdraws its event; returns as `giveUpMail` does. */
export async function refuseMail(tx: Tx, mail: LeasedMail, { reason, at }: Failure): Promise<boolean> {
  const { rows } = await sql`update mail_outbox
    set state = 'refused', last_error = ${reason}, ended_at = ${at.toString()}, ${RELEASED}
    where ${isHeld(mail)} returning mail_id`.execute(tx)
  if (rows.length === 0) return false
  await eventWithdrawal(mail).execute(tx)
  return true
}

/** Keeps the reason of an attempt that is repeated later, by the agenda; returns as `giveUpMail` does. */
export async function deferMail(tx: Tx, mail: LeasedMail, reason: string): Promise<boolean> {
  const { rows } = await sql`update mail_outbox set last_error = ${reason}, ${RELEASED}
    where ${isHeld(mail)} returning mail_id`.execute(tx)
  return rows.length > 0
}

function isHeld({ organizationId, mailId, leasedBy }: LeasedMail) {
  return sql`(organization_id, mail_id) = (${organizationId}, ${mailId}::uuid) and state = 'waiting'
    and leased_by = ${leasedBy}`
}
