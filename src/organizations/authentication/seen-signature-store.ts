import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export type SeenSignature = {
  readonly organizationId: string
  readonly hash: Buffer
  /** Afterwards the signature is refused for its age, so the row can be deleted. */
  readonly validUntil: Temporal.Instant
}

/** False if it is already stored; of two concurrent requests, on any nodes, exactly one gets true. */
export async function insertSeenSignature(db: Db, seen: SeenSignature): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into seen_signatures (organization_id, signature_hash, expires_at)
    values (${seen.organizationId}, ${seen.hash}, ${seen.validUntil.toString()})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/**
 * True if the token is new, or was stored together with the same `repeatable` hash. One statement, so that of
 * concurrent requests exactly one is the first.
 */
export async function insertUsedToken(
  db: Db,
  { organizationId, hash, validUntil }: SeenSignature,
  repeatable: Buffer | undefined,
): Promise<boolean> {
  const expiresAt = validUntil.toString()
  const { rows } = await sql<{ is_first: boolean }>`
    with first as (
      insert into seen_signatures (organization_id, signature_hash, expires_at)
      values (${organizationId}, ${hash}, ${expiresAt})
      on conflict do nothing returning 1
    ), repeatable as (
      insert into seen_signatures (organization_id, signature_hash, expires_at)
      select ${organizationId}, ${repeatable ?? null}::bytea, ${expiresAt}::timestamptz
      from first where ${repeatable ?? null}::bytea is not null
      on conflict do nothing
    )
    select exists (select from first) as is_first`.execute(db)
  if (rows[0]?.is_first === true) return true
  return repeatable !== undefined && isStored(db, { organizationId, hash: repeatable })
}

async function isStored(db: Db, { organizationId, hash }: Omit<SeenSignature, 'validUntil'>): Promise<boolean> {
  const { rows } = await sql`select from seen_signatures
    where organization_id = ${organizationId} and signature_hash = ${hash}`.execute(db)
  return rows.length > 0
}

/** Deletes some signatures that are now refused for their age. */
export async function deleteOldSignatures(
  db: Db,
  { now, limit }: { readonly now: Temporal.Instant; readonly limit: number },
): Promise<void> {
  await sql`delete from seen_signatures where (organization_id, signature_hash) in (
    select organization_id, signature_hash from seen_signatures where expires_at < ${now.toString()}
    order by expires_at limit ${limit} for update skip locked)`.execute(db)
}
