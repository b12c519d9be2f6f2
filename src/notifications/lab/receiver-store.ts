import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** The response of a receiver of the sandbox. */
export type Answering = { readonly status: number; readonly delayMs: number }
export const USUAL_ANSWER: Answering = { status: 200, delayMs: 0 }

/** A receiver as an organization uses it. */
export type Receiver = { readonly organizationId: string; readonly name: string }

export type Received = Receiver & {
  readonly receivedAt: Temporal.Instant
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly emailTo: string | undefined
  readonly answered: number
  readonly isVerified: boolean
  readonly reason: string | undefined
}

/** A delivery in a list. */
export type ListedDelivery = Omit<Received, 'emailTo'> & { readonly id: string }

/** A receiver in a list, with its response to an organization. */
export type ListedReceiver = Answering & {
  readonly name: string
  readonly deliveries: number
  /** Undefined if it has got none. */
  readonly lastAt: Temporal.Instant | undefined
}

const KEPT_MAX = 1_000
const KEPT_DAYS = 30
/** Anyone can send deliveries that do not verify. */
const UNVERIFIED_KEPT_HOURS = 1
/** Every delivery removes up to this many old ones. */
const REMOVED_BATCH = 10

/** Sets the response of a receiver. */
export async function saveAnswering(db: Db, { organizationId, name }: Receiver, answering: Answering): Promise<void> {
  const { status, delayMs } = answering
  await sql`insert into sandbox_receivers (organization_id, name, status, delay_ms)
    values (${organizationId}, ${name}, ${status}, ${delayMs})
    on conflict (organization_id, name) do update set status = excluded.status, delay_ms = excluded.delay_ms`.execute(
    db,
  )
}

/** The response of a receiver to an organization, which is the last of the path; the nearest setting counts. */
export async function findAnswering(db: Db, name: string, path: readonly string[]): Promise<Answering> {
  const { rows } = await sql<Answering>`select status, delay_ms as "delayMs" from sandbox_receivers
    where name = ${name} and organization_id = any(${[...path]}::text[])
    order by array_position(${[...path]}::text[], organization_id) desc limit 1`.execute(db)
  return rows[0] ?? USUAL_ANSWER
}

/** The response of a receiver if no organization is named: the one set, or the usual one if organizations differ. */
export async function findCommonAnswering(db: Db, name: string): Promise<Answering> {
  const { rows } = await sql<Answering>`select distinct status, delay_ms as "delayMs" from sandbox_receivers
    where name = ${name} limit 2`.execute(db)
  const [only = USUAL_ANSWER, other] = rows
  return other === undefined ? only : USUAL_ANSWER
}

/**
 * Stores a delivery; each receiver keeps its latest ones. An organization whose space is full loses its oldest ones,
 * first those that did not verify.
 */
export async function keepReceived(
  db: Db,
  received: Received,
  { isOrganizationFull }: { readonly isOrganizationFull: boolean },
): Promise<void> {
  const { organizationId, name } = received
  const displaced = isOrganizationFull ? REMOVED_BATCH : 0
  await sql`with aged as (
      select organization_id, name, received_nr from sandbox_received
      where received_at < ${hoursBefore(received.receivedAt, 24 * KEPT_DAYS)} limit ${REMOVED_BATCH}
    ), surplus as (
      select organization_id, name, received_nr from sandbox_received
      where organization_id = ${organizationId} and name = ${name}
      order by received_nr desc offset ${KEPT_MAX - 1} limit ${REMOVED_BATCH}
    ), displaced as (
      select organization_id, name, received_nr from sandbox_received
      where organization_id = ${organizationId} and ${displaced} > 0
      order by is_verified, received_nr limit ${displaced}
    ), removed as (
      delete from sandbox_received where (organization_id, name, received_nr) in
        (table aged union table surplus union table displaced)
    )
    insert into sandbox_received (organization_id, name, received_at, headers, body, email_to, answered,
      is_verified, reason)
    values (${organizationId}, ${name}, ${received.receivedAt.toString()},
      ${JSON.stringify(received.headers)}::jsonb, ${received.body}, ${received.emailTo ?? null},
      ${received.answered}, ${received.isVerified}, ${received.reason ?? null})`.execute(db)
}

/** Deletes some deliveries that did not verify and whose time is over; returns how many. */
export async function removeAgedUnverified(
  db: Db,
  { now, limit }: { readonly now: Temporal.Instant; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from sandbox_received
    where (organization_id, name, received_nr) in (
      select organization_id, name, received_nr from sandbox_received
      where not is_verified and received_at < ${hoursBefore(now, UNVERIFIED_KEPT_HOURS)}
      order by received_at limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

function hoursBefore(at: Temporal.Instant, hours: number): string {
  return at.subtract({ hours }).toString()
}

/** The bytes of the deliveries of each organization that has any. */
export async function sumReceivedBytes(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ organizationId: string; bytes: number }>`select organization_id as "organizationId",
      sum(octet_length(body) + pg_column_size(headers))::float8 as bytes
    from sandbox_received group by organization_id`.execute(db)
  return new Map(rows.map(({ organizationId, bytes }) => [organizationId, bytes]))
}

type DeliveriesPage = {
  /** A query for the ids of organizations. */
  readonly organizations: RawBuilder<unknown>
  /** The receiver; undefined for all. */
  readonly name: string | undefined
  readonly limit: number
  readonly offset: number
  /** Longer bodies are cut; undefined for none. */
  readonly bodyLengthMax?: number
}

/** Lists deliveries that receivers got for these organizations, newest first. */
export async function listReceived(
  db: Db,
  { organizations, name, limit, offset, bodyLengthMax }: DeliveriesPage,
): Promise<readonly ListedDelivery[]> {
  const body = bodyLengthMax === undefined ? sql`body` : sql`left(body, ${bodyLengthMax}) as body`
  const { rows } = await sql<ListedDelivery & { reason: string | null }>`
    select organization_id as "organizationId", name, received_nr::text as id, received_at as "receivedAt",
      headers, ${body}, answered, is_verified as "isVerified", reason
    from sandbox_received
    where organization_id in (${organizations}) ${name === undefined ? sql`` : sql`and name = ${name}`}
    order by received_nr desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({ ...row, reason: row.reason ?? undefined }))
}

type ReceiversPage = {
  readonly organizations: RawBuilder<unknown>
  /** The organization whose responses are shown, below those above it. */
  readonly path: readonly string[]
  readonly limit: number
}

/** Lists receivers that were set or have got deliveries, the latest first. */
export async function listReceivers(
  db: Db,
  { organizations, path, limit }: ReceiversPage,
): Promise<readonly ListedReceiver[]> {
  const { rows } = await sql<ListedReceiver & { lastAt: Temporal.Instant | null }>`with got as (
      select name, count(*)::int as deliveries, max(received_at) as last_at from sandbox_received
      where organization_id in (${organizations}) group by name
    ), answering as (
      select distinct on (name) name, status, delay_ms from sandbox_receivers
      where organization_id = any(${[...path]}::text[])
      order by name, array_position(${[...path]}::text[], organization_id) desc
    )
    select name, coalesce(deliveries, 0) as deliveries, last_at as "lastAt",
      coalesce(status, ${USUAL_ANSWER.status}) as status, coalesce(delay_ms, ${USUAL_ANSWER.delayMs}) as "delayMs"
    from got full join answering using (name)
    order by last_at desc nulls last, name limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, lastAt: row.lastAt ?? undefined }))
}

/** Deletes the deliveries that a receiver got for these organizations. */
export async function removeReceived(db: Db, name: string, organizations: RawBuilder<unknown>): Promise<void> {
  await sql`delete from sandbox_received where name = ${name} and organization_id in (${organizations})`.execute(db)
}
