import { ALL_KINDS } from '../../catalogue/kinds.ts'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Evidence } from './erasure-targets.ts'
import { findOutboxEvidence } from './outbox-erasure-store.ts'
import { findEvidence } from './record-erasure-store.ts'

export type ErasureDeps = {
  readonly db: Pick<Database, 'db'>
  readonly engine: Engine
}

/** So many at a time are held in memory. Few people are named by as many records. */
export const EVIDENCE_MAX = 5_000
/** So many are named in one query. */
const MERCHANTS_MAX = 8_000

/** Records that name the person, stored or on their way; some of them where there are very many. */
export async function personEvidence(
  { db, engine }: ErasureDeps,
  { organizationIds, person }: SoughtPerson,
): Promise<readonly Evidence[]> {
  const found: Evidence[] = []
  for (let from = 0; from < organizationIds.length; from += MERCHANTS_MAX) {
    const merchantIds = organizationIds.slice(from, from + MERCHANTS_MAX)
    const asked = () => ({ merchantIds, person, rowsMax: EVIDENCE_MAX - found.length })
    found.push(...(await findOutboxEvidence(db.db, asked())))
    for (const kind of ALL_KINDS) {
      if (found.length >= EVIDENCE_MAX) return found
      found.push(...(await findEvidence(engine, kind, asked())))
    }
  }
  return found
}
