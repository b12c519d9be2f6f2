import { ALL_KINDS } from '../../catalogue/kinds.ts'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { merchantParts } from '../storage/query-parts.ts'
import type { Evidence } from './erasure-targets.ts'
import { findOutboxEvidence } from './outbox-erasure-store.ts'
import { findEvidence } from './record-erasure-store.ts'

export type ErasureDeps = {
  readonly db: Pick<Database, 'db'>
  readonly engine: Engine
}

/** Bounds memory; few people are named by more records. */
export const EVIDENCE_MAX = 5_000

/** Finds records that name the person, stored or in the outbox, up to `EVIDENCE_MAX`. */
export async function findPersonEvidence(
  { db, engine }: ErasureDeps,
  { organizationIds, person }: SoughtPerson,
): Promise<readonly Evidence[]> {
  const found: Evidence[] = []
  for (const merchantIds of merchantParts(organizationIds)) {
    const query = () => ({ merchantIds, person, rowsMax: EVIDENCE_MAX - found.length })
    found.push(...(await findOutboxEvidence(db.db, query())))
    for (const kind of ALL_KINDS) {
      if (found.length >= EVIDENCE_MAX) return found
      found.push(...(await findEvidence(engine, kind, query())))
    }
  }
  return found
}
