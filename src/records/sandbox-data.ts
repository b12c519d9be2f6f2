import { ALL_KINDS } from '../catalogue/kinds.ts'
import type { Engine } from '../platform/engine/engine.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countRows } from '../platform/postgres/empty-tables.ts'
import type { SandboxData } from '../platform/stores/sandbox-data.ts'
import { removeEveryRecord } from './retention/remove-records.ts'
import { countByMonth } from './storage/count-by-month.ts'

type Deps = { readonly db: Database; readonly engine: Engine }

/** The record store, and records on their way to it. Retention times are kept. */
export function recordsSandboxData(deps: Deps): SandboxData {
  const { engine } = deps
  return {
    tables: [
      'record_outbox',
      'record_outbox_delivered',
      'ingest_rejections',
      'ingest_batches',
      'ingest_uploads',
      'record_imports',
      'record_erasure_targets',
    ],
    count: async (db) => ({ records: (await countRows(db, 'record_outbox')) + (await countStored(engine)) }),
    deleteOutside: async () => {
      for (const kind of ALL_KINDS) await removeEveryRecord(deps, kind)
      // Also if nothing was left: an interrupted deletion may have removed the rows and not their bytes.
      await engine.purgeRemovedRows(ALL_KINDS.map(({ table }) => table))
    },
  }
}

async function countStored(engine: Engine): Promise<number> {
  let rows = 0
  for (const kind of ALL_KINDS) {
    for (const month of await countByMonth(engine, kind, 'true')) rows += month.rows
  }
  return rows
}
