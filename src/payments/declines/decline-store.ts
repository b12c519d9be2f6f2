import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import {
  type DeclineFacts,
  JUST_STARTED_SECONDS,
  LINK_MEMORY_HOURS,
  OWN_MEMORY_HOURS,
  type Promises,
} from './admission.ts'
import { countsAt, NO_COUNTS, type RecentCounts } from './recent-counts.ts'

/** Where an attempt comes from, in codes. */
export type AddressCodes = {
  /** The network on one payment link. */
  readonly addressCode: Buffer
  /** The network on all links. */
  readonly networkCode: Buffer
  /** The range around the network. */
  readonly rangeCode: Buffer
}

/** Somebody's place on one payment link. */
export type AddressPlace = AddressCodes & { readonly organizationId: string; readonly invoiceNumber: string }

type FactsRow = {
  readonly now: Temporal.Instant
  readonly own_declines: number | null
  readonly own_last_at: Temporal.Instant | null
  readonly admitted_from: Temporal.Instant | null
  readonly network_admitted_from: Temporal.Instant | null
  readonly link_declines: number | null
  readonly link_approvals: number | null
  readonly link_last_at: Temporal.Instant | null
  readonly open_count: number
  readonly open_last_at: Temporal.Instant | null
  readonly on_link: number
  readonly on_network: number
  readonly of_others: number
  readonly counts: readonly CountsRow[]
}

type CountsRow = {
  readonly is_range: boolean
  readonly load: number
  readonly declines: number
  readonly approvals: number
  readonly counted_at: string
}

/**
 * Lets one attempt of a network start at a time, so that each sees the attempts before it. Other networks go on. It is
 * taken before the invoice is locked, and by starting attempts only, so that two transactions never wait for each other.
 */
export async function lockNetwork(tx: Tx, { networkCode }: AddressPlace): Promise<void> {
  const name = `attempts of ${networkCode.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The processor may be deciding. Checkouts on its own page wait for the payer, and are guarded there. */
const isOpen = sql`status in ('started', 'waiting', 'unknown', 'pending') and not is_hosted`
const isJustStarted = sql`called_at > clock_timestamp() - ${JUST_STARTED_SECONDS}::integer * interval '1 second'`

type Candidate = { readonly attemptId: string; readonly isHosted: boolean }

/** The facts that decide on an attempt, which itself may be recorded already. */
export async function findDeclineFacts(
  tx: Tx,
  place: AddressPlace,
  { attemptId, isHosted }: Candidate,
): Promise<DeclineFacts> {
  const { organizationId, invoiceNumber, addressCode, networkCode, rangeCode } = place
  const isOnLink = sql`address_code = ${addressCode}`
  const { rows } = await sql<FactsRow>`
    select clock_timestamp() as now, own.declines as own_declines, own.last_declined_at as own_last_at,
      own.admitted_from, own.network_admitted_from, link.declines as link_declines, link.approvals as link_approvals,
      link.last_declined_at as link_last_at, open.*, others.of_others, array(
        select jsonb_build_object('is_range', code = ${rangeCode}, 'load', load, 'declines', declines,
          'approvals', approvals, 'counted_at', counted_at)
        from payment_networks where code in (${networkCode}, ${rangeCode})) as counts
    from (select count(*) filter (where ${isOnLink})::integer as open_count,
        max(called_at) filter (where ${isOnLink}) as open_last_at,
        count(*) filter (where ${isOnLink} and ${isJustStarted})::integer as on_link,
        count(*) filter (where status <> 'waiting' and ${isJustStarted})::integer as on_network
      from payment_attempts where network_code = ${networkCode} and ${isOpen}
        and (organization_id, attempt_id) <> (${organizationId}, ${attemptId})) open
    cross join (select count(*)::integer as of_others from payment_attempts
      where organization_id = ${organizationId} and invoice_number = ${invoiceNumber}
        and address_code <> ${addressCode} and ${isOpen} and ${isJustStarted}) others
    left join payment_declines own on own.organization_id = ${organizationId}
      and own.invoice_number = ${invoiceNumber} and own.address_code = ${addressCode}
    left join payment_declines link on link.organization_id = ${organizationId}
      and link.invoice_number = ${invoiceNumber} and link.address_code = ''`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A query without a condition has a row.')
  return { ...factsOf(row), isHosted }
}

function factsOf(row: FactsRow): Omit<DeclineFacts, 'isHosted'> {
  const { now } = row
  const lastAt = row.link_last_at ?? undefined
  return {
    now,
    own: { count: row.own_declines ?? 0, lastAt: row.own_last_at ?? undefined },
    link: { count: row.link_declines ?? 0, approvals: row.link_approvals ?? 0, lastAt },
    open: { count: row.open_count, lastStartedAt: row.open_last_at ?? undefined },
    justStarted: { onLink: row.on_link, onNetwork: row.on_network, ofOthers: row.of_others },
    network: countsOf(row, false),
    range: countsOf(row, true),
    promises: { others: row.admitted_from ?? undefined, network: row.network_admitted_from ?? undefined },
  }
}

function countsOf({ now, counts }: FactsRow, isRange: boolean): RecentCounts {
  const found = counts.find(({ is_range }) => is_range === isRange)
  if (found === undefined) return NO_COUNTS
  const { counted_at, ...counted } = found
  return countsAt({ ...counted, countedAt: Temporal.Instant.from(counted_at) }, now)
}

/** Keeps the promises that the network may try from a moment on; earlier ones stay. */
export async function savePromises(db: Db, place: AddressPlace, { others, network }: Promises): Promise<void> {
  const { organizationId, invoiceNumber, addressCode } = place
  await sql`insert into payment_declines (organization_id, invoice_number, address_code, admitted_from,
      network_admitted_from)
    values (${organizationId}, ${invoiceNumber}, ${addressCode}, ${others?.toString() ?? null},
      ${network?.toString() ?? null})
    on conflict (organization_id, invoice_number, address_code) do update set
      admitted_from = coalesce(excluded.admitted_from, payment_declines.admitted_from),
      network_admitted_from = coalesce(excluded.network_admitted_from, payment_declines.network_admitted_from),
      changed_at = clock_timestamp()`.execute(db)
}

/** The network has waited and tries: before its next attempt it waits again. */
export async function endPromises(tx: Tx, place: AddressPlace): Promise<void> {
  const { organizationId, invoiceNumber, addressCode } = place
  await sql`update payment_declines set admitted_from = null, network_admitted_from = null,
      changed_at = clock_timestamp()
    where organization_id = ${organizationId} and invoice_number = ${invoiceNumber}
      and address_code = ${addressCode}`.execute(tx)
}

type CountedAttempt = { readonly organizationId: string; readonly attemptId: string }

/** Counts a declined attempt, or half of one, for its network on the link as long as that is known, and for the link. */
export function declineWrite({ organizationId, attemptId }: CountedAttempt, weight: number): Write {
  const remembered = sql`payment_declines.last_declined_at > clock_timestamp()
    - case when length(excluded.address_code) = 0 then ${LINK_MEMORY_HOURS}::integer else ${OWN_MEMORY_HOURS}::integer end
    * interval '1 hour'`
  return sql`insert into payment_declines (organization_id, invoice_number, address_code, declines, last_declined_at)
    select organization_id, invoice_number, counted.code, ${weight}::double precision, clock_timestamp()
    from payment_attempts cross join lateral (values (address_code), (''::bytea)) as counted (code)
    where organization_id = ${organizationId} and attempt_id = ${attemptId} and counted.code is not null
    order by counted.code desc
    on conflict (organization_id, invoice_number, address_code) do update set
      declines = case when ${remembered} then payment_declines.declines else 0 end + excluded.declines,
      approvals = case when ${remembered} then payment_declines.approvals else 0 end,
      last_declined_at = excluded.last_declined_at, changed_at = clock_timestamp()`
}

/** Counts an approved payment for a link that has declines. */
export function linkApprovalWrite({ organizationId, invoiceNumber }: Omit<AddressPlace, keyof AddressCodes>): Write {
  return sql`update payment_declines set approvals = approvals + 1
    where organization_id = ${organizationId} and invoice_number = ${invoiceNumber} and address_code = ''`
}

/** Deletes declines and address codes that no longer count. */
export async function pruneDeclines(db: Db): Promise<number> {
  const old = sql`clock_timestamp() - ${OWN_MEMORY_HOURS}::integer * interval '1 hour'`
  const { numAffectedRows } = await sql`delete from payment_declines where changed_at < ${old}`.execute(db)
  await sql`update payment_attempts set address_code = null, network_code = null, range_code = null
    where address_code is not null and called_at < ${old}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
