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

/** Deletes some signatures that are now refused for their age. */
export async function deleteOldSignatures(
  db: Db,
  { now, limit }: { readonly now: Temporal.Instant; readonly limit: number },
): Promise<void> {
  await sql`delete from seen_signatures where (organization_id, signature_hash) in (
    select organization_id, signature_hash from seen_signatures where expires_at < ${now.toString()}
    order by expires_at limit ${limit} for update skip locked)`.execute(db)
}
