import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Lease } from '../../platform/queue/leased-work.ts'
import type { MailKind, OutboxMail } from './mail.ts'
import { IS_DUE, type MailKey } from './outbox-store.ts'

/** A mail that only this node may send. */
export type LeasedMail = OutboxMail & {
  /** This one included. */
  readonly attempts: number
  /** In angle brackets; the same in every attempt. */
  readonly messageId: string
  readonly leasedBy: string
}

type MailRow = {
  readonly organization_id: string
  readonly mail_id: string
  readonly kind: MailKind
  readonly subject: string
  readonly cause: string
  readonly recipient_name: string | null
  readonly recipient_address: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly created_at: Temporal.Instant
  readonly attempts: number
  readonly message_id: string
}

type NewLeases = Lease & {
  readonly limit: number
  /** Of Message-IDs. */
  readonly domain: string
  /** Mails that this node is sending, even if their leases have ended. */
  readonly held: readonly string[]
}

/**
 * Leases due mails that no other node has, oldest first. Each attempt is counted before it is made, so that a mail whose
 * attempts end the process is given up too. Of mails whose node has died only one is taken at a time, the one with the
 * fewest attempts: they are counted together, and one of them may be the cause.
 */
export async function leaseMails(
  db: Db,
  { nodeId, leaseMs, limit, domain, held }: NewLeases,
): Promise<readonly LeasedMail[]> {
  const { rows } = await sql<MailRow>`
    with free as (
      select organization_id, mail_id from mail_outbox where ${IS_DUE} and leased_until is null
      order by created_at, mail_id limit ${limit} for update skip locked
    ), expired as (
      select organization_id, mail_id from mail_outbox where ${IS_DUE} and leased_until < clock_timestamp()
        and mail_id <> all(${held}::uuid[])
      order by attempts, created_at, mail_id limit 1 for update skip locked
    ), leased as (
      update mail_outbox set attempts = attempts + 1, leased_by = ${nodeId}, leased_until = ${untilAfter(leaseMs)},
        message_id = coalesce(message_id, '<' || mail_id || '@' || ${domain}::text || '>')
      where (organization_id, mail_id) in (table free union all table expired)
      returning organization_id, mail_id, kind, subject, cause, recipient_name, recipient_address, payload, created_at,
        attempts, message_id
    )
    select organization_id, mail_id, kind, subject, cause, recipient_name, recipient_address, payload, created_at,
      attempts, message_id from leased order by created_at, mail_id`.execute(db)
  return rows.map((row) => ({ ...mailOf(row), leasedBy: nodeId }))
}

function mailOf(row: MailRow): Omit<LeasedMail, 'leasedBy'> {
  return {
    ...{ organizationId: row.organization_id, mailId: row.mail_id, kind: row.kind, subject: row.subject },
    cause: row.cause,
    recipient: { name: row.recipient_name ?? undefined, address: row.recipient_address },
    ...{ payload: row.payload, createdAt: row.created_at, attempts: row.attempts, messageId: row.message_id },
  }
}

/** Extends the leases, and returns the ids of the mails that are still leased. */
export async function renewMails(
  db: Db,
  mails: readonly MailKey[],
  { nodeId, leaseMs }: Lease,
): Promise<readonly string[]> {
  const { rows } = await sql<{ mail_id: string }>`update mail_outbox as mail set leased_until = ${untilAfter(leaseMs)}
    from ${given(mails)} where ${IS_GIVEN} and leased_by = ${nodeId} and ${IS_DUE} returning mail.mail_id`.execute(db)
  return rows.map(({ mail_id }) => mail_id)
}

/** Lets other nodes send the mail immediately; `isUntried` takes back the attempt that was counted. */
export async function releaseMail(
  db: Db,
  { organizationId, mailId, leasedBy }: LeasedMail,
  { isUntried }: { readonly isUntried: boolean },
): Promise<void> {
  await sql`update mail_outbox set leased_by = null, leased_until = null,
      attempts = attempts - ${isUntried ? 1 : 0}::integer
    where organization_id = ${organizationId} and mail_id = ${mailId}::uuid and leased_by = ${leasedBy}
      and ${IS_DUE}`.execute(db)
}

const IS_GIVEN = sql`mail.organization_id = given.organization_id and mail.mail_id = given.mail_id`

function given(mails: readonly MailKey[]): RawBuilder<unknown> {
  return sql`unnest(${mails.map(({ organizationId }) => organizationId)}::text[],
    ${mails.map(({ mailId }) => mailId)}::uuid[]) as given (organization_id, mail_id)`
}

function untilAfter(leaseMs: number): RawBuilder<unknown> {
  return sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
}
