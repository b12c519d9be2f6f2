import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'
import { dueTimes } from '../../platform/queue/agenda.ts'
import type { MailKind } from './mail.ts'
import { announceMails, DELIVER_MAIL, WAITS_FOR_RATE } from './outbox-store.ts'

export const MAIL_STATES = ['parked', 'waiting', 'sent', 'refused', 'dead', 'dropped'] as const
type MailState = (typeof MAIL_STATES)[number]

export type ListedMail = {
  readonly organizationId: string
  readonly mailId: string
  readonly kind: MailKind
  readonly subject: string
  readonly to: string
  readonly state: MailState
  readonly attempts: number
  readonly createdAt: Temporal.Instant
  /** When it was sent, refused, given up or dropped. */
  readonly endedAt: Temporal.Instant | null
  /** When it is tried again, if it waits for that. */
  readonly nextAttemptAt: Temporal.Instant | null
  /** The end of its organization's hour, if it waits because the rate is reached. */
  readonly waitsForRateUntil: Temporal.Instant | null
  /** Why the last attempt failed. */
  readonly reason: string | null
  readonly messageId: string | null
}

type MailFilter = {
  readonly organizationId?: string | undefined
  readonly state?: MailState | undefined
  readonly mailId?: string | undefined
}

/** Returns mails of all organizations or of one, newest first. */
export async function listMails(
  db: Db,
  filter: MailFilter,
  { limit }: { readonly limit: number },
): Promise<readonly ListedMail[]> {
  const { rows } =
    await sql<ListedMail>`select mails.organization_id as "organizationId", mail_id as "mailId", mails.kind,
      mails.subject, recipient_address as "to", state, attempts, created_at as "createdAt", ended_at as "endedAt",
      null as "nextAttemptAt", ${rateReachedUntil(sql`mails`)} as "waitsForRateUntil", last_error as reason,
      message_id as "messageId"
    from mail_outbox mails where ${matches(filter)} order by created_at desc, mail_id limit ${limit}`.execute(db)
  const due = await dueTimes(
    db,
    DELIVER_MAIL,
    rows.map(({ mailId }) => mailId),
  )
  return rows.map((mail) => ({ ...mail, nextAttemptAt: due.get(mail.mailId) ?? null }))
}

/**
 * Gives mails that were refused or given up all their attempts again, and lets their addresses be tried; at most a batch.
 * Returns them.
 */
export async function retryMails(
  tx: Tx,
  filter: MailFilter,
  { limit }: { readonly limit: number },
): Promise<readonly ListedMail[]> {
  const { rows } = await sql<ListedMail>`update mail_outbox as mails
    set state = 'waiting', is_due = true, attempts = 0, ended_at = null
    where state in ('refused', 'dead') and (organization_id, mail_id) in (
      select mails.organization_id, mail_id from mail_outbox mails
      where state in ('refused', 'dead') and ${matches(filter)} order by created_at limit ${limit})
    returning organization_id as "organizationId", mail_id as "mailId", kind, subject, recipient_address as "to", state,
      attempts, created_at as "createdAt", ended_at as "endedAt", null as "nextAttemptAt",
      null as "waitsForRateUntil", last_error as reason, message_id as "messageId"`.execute(tx)
  await sql`delete from refused_addresses using unnest(${rows.map((row) => row.organizationId)}::text[],
      ${rows.map(({ to }) => to.trim().toLowerCase())}::text[]) as tried (organization_id, address)
    where refused_addresses.organization_id = tried.organization_id
      and refused_addresses.address = tried.address`.execute(tx)
  await announceMails(tx)
  return rows
}

function matches({ organizationId, state, mailId }: MailFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(organizationId === undefined ? [] : [sql`mails.organization_id = ${organizationId}`]),
      ...(state === undefined ? [] : [sql`mails.state = ${state}`]),
      ...(mailId === undefined ? [] : [sql`mails.mail_id = ${mailId}::uuid`]),
    ],
    sql` and `,
  )
}

export type OpenMails = {
  readonly parked: number
  /** Those above a rate are not among them. */
  readonly waiting: number
  /** Due, but their organizations have reached their rates. */
  readonly aboveRate: number
  readonly dead: number
}

export const NO_OPEN_MAILS: OpenMails = { parked: 0, waiting: 0, aboveRate: 0, dead: 0 }
const COUNTED_MAX = 100_000

/** Counts mails that have not reached a mail server, up to a bound. */
export async function countOpenMails({ db }: Pick<Database, 'db'>): Promise<OpenMails> {
  const { rows } = await sql<OpenMails>`select count(*) filter (where state = 'parked')::int as parked,
      count(*) filter (where state = 'waiting' and not above)::int as waiting,
      count(*) filter (where above)::int as "aboveRate", count(*) filter (where state = 'dead')::int as dead
    from (select state, ${WAITS_FOR_RATE} as above from mail_outbox where state in ('parked', 'waiting', 'dead')
      limit ${COUNTED_MAX}) open`.execute(db)
  return rows[0] ?? NO_OPEN_MAILS
}

/** The end of the hour of an organization that has reached its rate, for a mail that waits for it. */
function rateReachedUntil(mails: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${mails}.is_due and ${mails}.state = 'waiting' and ${mails}.leased_until is null then (
    select full_until from mail_rates where mail_rates.organization_id = ${mails}.organization_id
      and full_until > clock_timestamp()) end`
}
