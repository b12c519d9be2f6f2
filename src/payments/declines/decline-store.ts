import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { type DeclineFacts, LINK_MEMORY_HOURS, OWN_MEMORY_HOURS } from './admission.ts'

/** Somebody's place on one payment link. */
export type AddressPlace = {
  readonly organizationId: string
  readonly invoiceNumber: string
  readonly addressCode: Buffer
}

type FactsRow = {
  readonly now: Temporal.Instant
  readonly own_declines: number | null
  readonly own_last_at: Temporal.Instant | null
  readonly admitted_from: Temporal.Instant | null
  readonly link_declines: number | null
  readonly link_last_at: Temporal.Instant | null
  readonly open_count: number
  readonly open_last_at: Temporal.Instant | null
}

/** Lets one attempt of an address start at a time, so that each sees the attempts before it. */
export async function lockAddress(tx: Tx, { organizationId, invoiceNumber, addressCode }: AddressPlace): Promise<void> {
  const name = `attempts of ${addressCode.toString('hex')} on ${organizationId} ${invoiceNumber}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The facts that decide on an attempt, which itself may be recorded already. */
export async function findDeclineFacts(
  tx: Tx,
  place: AddressPlace & { readonly attemptId: string },
): Promise<DeclineFacts> {
  const { organizationId, invoiceNumber, addressCode, attemptId } = place
  const { rows } = await sql<FactsRow>`
    select clock_timestamp() as now, own.declines as own_declines, own.last_declined_at as own_last_at,
      own.admitted_from, link.declines as link_declines, link.last_declined_at as link_last_at,
      open.open_count, open.open_last_at
    from (select count(*)::integer as open_count, max(called_at) as open_last_at from payment_attempts
      where organization_id = ${organizationId} and invoice_number = ${invoiceNumber}
        and address_code = ${addressCode} and attempt_id <> ${attemptId}
        and status in ('started', 'waiting', 'unknown', 'pending')) open
    left join payment_declines own on own.organization_id = ${organizationId}
      and own.invoice_number = ${invoiceNumber} and own.address_code = ${addressCode}
    left join payment_declines link on link.organization_id = ${organizationId}
      and link.invoice_number = ${invoiceNumber} and link.address_code = ''`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A query without a condition has a row.')
  return {
    now: row.now,
    own: { count: row.own_declines ?? 0, lastAt: row.own_last_at ?? undefined },
    link: { count: row.link_declines ?? 0, lastAt: row.link_last_at ?? undefined },
    open: { count: row.open_count, lastStartedAt: row.open_last_at ?? undefined },
    admittedFrom: row.admitted_from ?? undefined,
  }
}

/** Keeps or ends the promise that the address may try from a moment on. */
export async function saveAdmittedFrom(
  db: Db,
  { organizationId, invoiceNumber, addressCode }: AddressPlace,
  admittedFrom: Temporal.Instant | undefined,
): Promise<void> {
  await sql`insert into payment_declines (organization_id, invoice_number, address_code, admitted_from)
    values (${organizationId}, ${invoiceNumber}, ${addressCode}, ${admittedFrom?.toString() ?? null})
    on conflict (organization_id, invoice_number, address_code)
    do update set admitted_from = excluded.admitted_from, changed_at = clock_timestamp()`.execute(db)
}

/** Counts a declined attempt, for its address as long as that is known and for the link. */
export function declineWrite({ organizationId, attemptId }: { organizationId: string; attemptId: string }): Write {
  const remembered = sql`payment_declines.last_declined_at > clock_timestamp()
    - case when length(excluded.address_code) = 0 then ${LINK_MEMORY_HOURS}::integer else ${OWN_MEMORY_HOURS}::integer end
    * interval '1 hour'`
  return sql`insert into payment_declines (organization_id, invoice_number, address_code, declines, last_declined_at)
    select organization_id, invoice_number, counted.code, 1, clock_timestamp()
    from payment_attempts cross join lateral (values (address_code), (''::bytea)) as counted (code)
    where organization_id = ${organizationId} and attempt_id = ${attemptId} and counted.code is not null
    order by counted.code desc
    on conflict (organization_id, invoice_number, address_code) do update set
      declines = case when ${remembered} then payment_declines.declines + 1 else 1 end,
      last_declined_at = excluded.last_declined_at, changed_at = clock_timestamp()`
}

/** Deletes declines and address codes that no longer count. */
export async function pruneDeclines(db: Db): Promise<number> {
  const old = sql`clock_timestamp() - ${OWN_MEMORY_HOURS}::integer * interval '1 hour'`
  const { numAffectedRows } = await sql`delete from payment_declines where changed_at < ${old}`.execute(db)
  await sql`update payment_attempts set address_code = null
    where address_code is not null and called_at < ${old}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
