import { sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'

/** Counts of erased data, by holder and kind. */
export type ErasureOutcome = Readonly<Record<string, Readonly<Record<string, number>>>>

export type OpenErasure = {
  readonly erasureId: string
  readonly outcome: ErasureOutcome
  /** False if it continues an erasure that was not completed. */
  readonly isNew: boolean
}

type Place = { readonly organizationId: string; readonly erasureId: string }
type NewErasure = Place & { readonly personHash: Buffer; readonly at: Temporal.Instant }

/** Starts an erasure, or finds the incomplete one of the same person. */
export async function openErasure(tx: Tx, erasure: NewErasure): Promise<OpenErasure> {
  const { organizationId, erasureId, personHash, at } = erasure
  const { rows } = await sql<Omit<OpenErasure, 'isNew'>>`
    insert into erasures as open (organization_id, erasure_id, requested_at, person_hash, outcome)
    values (${organizationId}, ${erasureId}, ${at.toString()}, ${personHash}, '{}')
    on conflict (organization_id, person_hash) where completed_at is null
      do update set person_hash = open.person_hash
    returning erasure_id as "erasureId", outcome`.execute(tx)
  const open = rows[0]
  assert(open !== undefined, 'The statement returns a new or an existing erasure.')
  return { ...open, isNew: open.erasureId === erasureId }
}

export async function saveOutcome(
  db: Db | Tx,
  { organizationId, erasureId }: Place,
  outcome: ErasureOutcome,
): Promise<void> {
  await sql`update erasures set outcome = ${JSON.stringify(outcome)}::jsonb
    where organization_id = ${organizationId} and erasure_id = ${erasureId}`.execute(db)
}

export async function completeErasure(
  tx: Tx,
  { organizationId, erasureId }: Place,
  at: Temporal.Instant,
): Promise<void> {
  await sql`update erasures set completed_at = ${at.toString()}
    where organization_id = ${organizationId} and erasure_id = ${erasureId}
      and completed_at is null`.execute(tx)
}
