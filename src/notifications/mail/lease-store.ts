import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Lease } from '../../platform/queue/leased-work.ts'
import { countingOf, leftOfRate } from '../mail-rates/rate-store.ts'
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

/** With every row, and with one of nulls if nothing was leased. */
type Turns = { readonly turns: number; readonly last: string | null }

type NewLeases = Lease & {
  readonly limit: number
  /** Mails of an organization within an hour; undefined if nothing leaves, so that there is no limit. */
  readonly perHour: number | undefined
  /** Organizations up to this one had their turn. */
  readonly after: string
  /** Of Message-IDs. */
  readonly domain: string
  /** Mails that this node is sending, even if their leases have ended; undefined to look for no mails of dead nodes. */
  readonly held: readonly string[] | undefined
}

export type Leased = {
  readonly mails: readonly LeasedMail[]
  /** Organizations up to this one had their turn; empty if all had. */
  readonly after: string
}

/** As many organizations have a turn in one statement. */
const TURNS_MAX = 200

/**
 * Leases due mails that no other node has. Organizations take turns, and each one's mails are taken oldest first and not
 * above its rate: one with a million mails delays no other. Each attempt is counted before it is made, so that a mail
 * whose attempts end the process is given up too. Of mails whose node has died only one is taken at a time, the one with
 * the fewest attempts: they are counted together, and one of them may be the cause.
 */
export async function leaseMails(db: Db, leases: NewLeases): Promise<Leased> {
  const { nodeId, leaseMs, limit, domain, held, perHour, after } = leases
  const left = perHour === undefined ? sql`${limit}::integer` : leftOfRate(perHour)
  const isLookingForLost = held !== undefined
  const expired = isLookingForLost ? sql`, expired as (${lostMail(held)})` : sql``
  const taken = isLookingForLost ? sql`table free union all table expired` : sql`table free`
  const counting = perHour === undefined ? sql`` : sql`, counted as (${countingOf(sql`leased`, perHour)})`
  const { rows } = await sql<MailRow & Turns>`
    with recursive waiting as (
      (select organization_id, 1 as turn from mail_outbox where ${IS_DUE} and organization_id > ${after}
        order by organization_id limit 1)
      union all
      select further.organization_id, waiting.turn + 1 from waiting cross join lateral (
        select organization_id from mail_outbox where ${IS_DUE} and organization_id > waiting.organization_id
        order by organization_id limit 1) further
      where waiting.turn < ${TURNS_MAX}
    ), allowed as (
      select organization_id, ${left} as mails, count(*) over () as turns
      from waiting left join mail_rates rate using (organization_id) where ${left} > 0
    ), free as (
      select allowed.organization_id, picked.mail_id from allowed cross join lateral (
        select mail_id from mail_outbox
        where organization_id = allowed.organization_id and ${IS_DUE} and leased_until is null
        order by created_at, mail_id limit least(allowed.mails, greatest(1, ${limit} / allowed.turns))
        for update skip locked) picked
      limit ${limit}
    )${expired}, leased as (
      update mail_outbox set attempts = attempts + 1, leased_by = ${nodeId}, leased_until = ${untilAfter(leaseMs)},
        message_id = coalesce(message_id, '<' || mail_id || '@' || ${domain}::text || '>')
      where (organization_id, mail_id) in (${taken})
      returning organization_id, mail_id, kind, subject, cause, recipient_name, recipient_address, payload, created_at,
        attempts, message_id
    )${counting}
    select organization_id, mail_id, kind, subject, cause, recipient_name, recipient_address, payload, created_at,
      attempts, message_id, turns, last from (select count(*)::int as turns, max(organization_id) as last from waiting)
      turns left join leased on true order by created_at, mail_id`.execute(db)
  const [first] = rows
  return {
    mails: rows.filter(({ mail_id }) => mail_id !== null).map((row) => ({ ...mailOf(row), leasedBy: nodeId })),
    after: first !== undefined && first.turns === TURNS_MAX ? (first.last ?? '') : '',
  }
}

/** A mail whose node has died. To find one, all due mails are read. */
function lostMail(held: readonly string[]): RawBuilder<unknown> {
  return sql`select organization_id, mail_id from mail_outbox where ${IS_DUE} and leased_until < clock_timestamp()
      and mail_id <> all(${held}::uuid[])
    order by attempts, created_at, mail_id limit 1 for update skip locked`
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
