import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { HALF_LIFE_SECONDS, LOAD_SECONDS } from './recent-counts.ts'

type AttemptPlace = { readonly organizationId: string; readonly attemptId: string }

/** Nothing of a row weighs after this long. */
const MEMORY_HOURS = 1

const age = sql`greatest(0, extract(epoch from clock_timestamp() - payment_networks.counted_at))::double precision`
const load = sql`greatest(0, payment_networks.load - ${age} / ${LOAD_SECONDS}::double precision)`
const fading = sql`power(0.5::double precision, ${age} / ${HALF_LIFE_SECONDS}::double precision)`

/**
 * Counts a decline, or half of one, for the network of an attempt and the range around it. Both rows are locked in the
 * order of their codes, here and below, so that two outcomes never wait for each other.
 */
export function networkDeclineWrite({ organizationId, attemptId }: AttemptPlace, weight: number): Write {
  return sql`insert into payment_networks (code, load, declines)
    select counted.code, ${weight}::double precision, ${weight}::double precision
    from payment_attempts cross join lateral (values (network_code), (range_code)) as counted (code)
    where organization_id = ${organizationId} and attempt_id = ${attemptId} and counted.code is not null
    order by counted.code
    on conflict (code) do update set load = ${load} + excluded.load,
      declines = payment_networks.declines * ${fading} + excluded.declines,
      approvals = payment_networks.approvals * ${fading}, counted_at = clock_timestamp()`
}

/**
 * Whether the link of an attempt, its network or the range around it has declines that an approved payment makes up for.
 * Most have none, and asking costs a fraction of the writes.
 */
export async function hasDeclines(tx: Tx, place: AttemptPlace & { readonly invoiceNumber: string }): Promise<boolean> {
  const { organizationId, attemptId, invoiceNumber } = place
  const { rows } = await sql<{ readonly has_declines: boolean }>`select exists (select from payment_declines
      where organization_id = ${organizationId} and invoice_number = ${invoiceNumber} and address_code = '')
    or exists (select from payment_attempts attempt join payment_networks network
        on network.code = attempt.network_code or network.code = attempt.range_code
      where attempt.organization_id = ${organizationId} and attempt.attempt_id = ${attemptId}) as has_declines`.execute(
    tx,
  )
  return rows[0]?.has_declines === true
}

/** Makes up for a decline by an approved payment. Networks without declines have no row, and get none. */
export function networkApprovalWrite({ organizationId, attemptId }: AttemptPlace): Write {
  return sql`update payment_networks set load = greatest(0, ${load} - 1),
      declines = payment_networks.declines * ${fading}, approvals = payment_networks.approvals * ${fading} + 1,
      counted_at = clock_timestamp()
    from (select code from payment_networks where code in (
        select counted.code from payment_attempts
        cross join lateral (values (network_code), (range_code)) as counted (code)
        where organization_id = ${organizationId} and attempt_id = ${attemptId} and counted.code is not null)
      order by code for update) locked
    where payment_networks.code = locked.code`
}

/** Deletes the counts that no longer weigh; a row that is just being counted stays. */
export async function pruneNetworks(db: Db): Promise<void> {
  await sql`delete from payment_networks where code in (select code from payment_networks
    where counted_at < clock_timestamp() - ${MEMORY_HOURS}::integer * interval '1 hour'
    for update skip locked)`.execute(db)
}
