import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Seal, StoredEntry } from './audit-chain.ts'
import type { Link } from './audit-check.ts'
import type { StoredHead } from './audit-hash.ts'

/** Columns of the table named `entry`, as strings that do not depend on settings of the session. */
const ENTRY_COLUMNS = sql`entry.organization_id, entry.entry_id,
  trunc(extract(epoch from entry.at) * 1000000)::text as at_microseconds,
  entry.actor::text as actor, entry.action, entry.subject, entry.details::text as details`

/**
 * Batches are read in the order of a key, and related rows are looked up by key. PostgreSQL only estimates how much
 * of a quickly growing table belongs to one organization. With a wrong estimate it would join and sort all of it for
 * every batch, which is a hundred times slower.
 */
export const ONE_BY_ONE = sql`limit 1`
export const IN_KEY_ORDER = sql`set_config('enable_sort', 'off', true)`

type EntryRow = {
  readonly organization_id: string
  readonly entry_id: string
  readonly at_microseconds: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: string
}

/** The next organization, by id, with unsealed entries; undefined after the last. */
export async function nextWaiting(
  db: Db,
  { after = '' }: { readonly after?: string } = {},
): Promise<string | undefined> {
  const { rows } = await sql<{ next: string | null }>`select min(organization_id) as next
    from audit_unsealed where organization_id > ${after}`.execute(db)
  return rows[0]?.next ?? undefined
}

/** Locks the chain until the transaction ends; false if another one has it. Two writers would fork the chain. */
export async function tryLockChain(tx: Tx, organizationId: string): Promise<boolean> {
  const name = `quittance audit ${organizationId}`
  const { rows } = await sql<{ locked: boolean }>`
    select ${IN_KEY_ORDER}, pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

export async function findHead(tx: Tx, organizationId: string): Promise<StoredHead | undefined> {
  const { rows } = await sql<{ sequence: bigint; hash: Buffer; code: Buffer }>`
    select sequence, hash, code from audit_heads
    where organization_id = ${organizationId}`.execute(tx)
  return rows.map(({ sequence, hash, code }) => ({ sequence, hash: hash.toString('hex'), code }))[0]
}

export async function findLastSeal(tx: Tx, organizationId: string): Promise<Seal | undefined> {
  const { rows } = await sql<SealRow>`select sequence, entry_id as seal_entry_id, hash
    from audit_seals where organization_id = ${organizationId}
    order by sequence desc limit 1`.execute(tx)
  return rows.map(sealOf)[0]
}

/** Unsealed entries, in the order of writing; `entry` is undefined for one that is already sealed. */
export async function listWaiting(
  tx: Tx,
  organizationId: string,
  { limit }: { readonly limit: number },
): Promise<readonly { readonly position: bigint; readonly entry: StoredEntry | undefined }[]> {
  const { rows } = await sql<EntryRow & { position: bigint; is_sealed: boolean }>`
    select waiting.position, ${ENTRY_COLUMNS}, seal.sequence is not null as is_sealed
    from audit_unsealed waiting
    cross join lateral (select * from audit_entries
      where organization_id = waiting.organization_id and entry_id = waiting.entry_id
      ${ONE_BY_ONE}) as entry
    left join lateral (select sequence from audit_seals
      where organization_id = waiting.organization_id and entry_id = waiting.entry_id
      ${ONE_BY_ONE}) as seal on true
    where waiting.organization_id = ${organizationId}
    order by waiting.position limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    position: row.position,
    entry: row.is_sealed ? undefined : entryOf(row),
  }))
}

/** Appends seals to the chain and moves its head. */
export async function appendSeals(
  tx: Tx,
  organizationId: string,
  { seals, head }: { readonly seals: readonly Seal[]; readonly head: StoredHead },
): Promise<void> {
  await sql`insert into audit_seals (organization_id, sequence, entry_id, hash)
    select ${organizationId}, sequence, entry_id, decode(hash, 'hex') from unnest(
      ${seals.map(({ sequence }) => String(sequence))}::bigint[],
      ${seals.map(({ entryId }) => entryId)}::uuid[],
      ${seals.map(({ hash }) => hash)}::text[]) as seal (sequence, entry_id, hash)`.execute(tx)
  await sql`insert into audit_heads (organization_id, sequence, hash, code)
    values (${organizationId}, ${String(head.sequence)}, decode(${head.hash}, 'hex'), ${head.code})
    on conflict (organization_id) do update
      set sequence = excluded.sequence, hash = excluded.hash, code = excluded.code`.execute(tx)
}

export async function removeWaiting(tx: Tx, organizationId: string, positions: readonly bigint[]): Promise<void> {
  await sql`delete from audit_unsealed where organization_id = ${organizationId}
    and position = any(${positions.map(String)}::bigint[])`.execute(tx)
}

/** The links after a position in the chain, in order. */
export async function listLinks(
  tx: Tx,
  organizationId: string,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<readonly Link[]> {
  const { rows } = await sql<SealRow & (EntryRow | Record<keyof EntryRow, null>)>`
    select seal.sequence, seal.entry_id as seal_entry_id, seal.hash, ${ENTRY_COLUMNS}
    from (select * from audit_seals
      where organization_id = ${organizationId} and sequence > ${String(after)}
      order by sequence limit ${limit}) as seal
    left join lateral (select * from audit_entries
      where organization_id = seal.organization_id and entry_id = seal.entry_id
      ${ONE_BY_ONE}) as entry on true
    order by seal.sequence`.execute(tx)
  return rows.map((row) => ({
    seal: sealOf(row),
    entry: row.entry_id === null ? undefined : entryOf(row),
  }))
}

type SealRow = { readonly sequence: bigint; readonly seal_entry_id: string; readonly hash: Buffer }

function sealOf({ sequence, seal_entry_id, hash }: SealRow): Seal {
  return { sequence, entryId: seal_entry_id, hash: hash.toString('hex') }
}

function entryOf(row: EntryRow): StoredEntry {
  return {
    organizationId: row.organization_id,
    entryId: row.entry_id,
    atMicroseconds: row.at_microseconds,
    actorJson: row.actor,
    action: row.action,
    subject: row.subject,
    detailsJson: row.details,
  }
}
