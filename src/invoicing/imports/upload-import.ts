import type { Actor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { insertRows } from './import-row-store.ts'
import { countImports, deleteOldestImports, insertImport, saveRowCount } from './import-store.ts'
import {
  type Delimiter,
  type ImportKey,
  type InvoiceImport,
  importSubjectOf,
  KEPT_IMPORTS_MAX,
} from './invoice-import.ts'
import { openImportFile, refusedFile } from './read-file.ts'
import type { ImportRow } from './reading/import-groups.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }

type UploadImport = {
  readonly bytes: Buffer
  readonly fileName: string | undefined
  /** Undefined: detected. */
  readonly delimiter: Delimiter | undefined
}

const INSERTED_TOGETHER = 500

/** Stores the rows of a file; nothing is imported yet. */
export async function uploadImport(deps: Deps, actor: Actor, input: UploadImport): Promise<InvoiceImport> {
  const { organizationId, by } = actor
  const { delimiter, columns, rows } = openImportFile(input.bytes, input.delimiter)
  return deps.db.transaction(async (tx) => {
    const { all } = await countImports(tx, organizationId)
    if (all >= KEPT_IMPORTS_MAX) await deleteOldestImports(tx, { organizationId, count: all - KEPT_IMPORTS_MAX + 1 })
    const key = { organizationId, importId: newId() }
    const { fileName } = input
    const file = { ...key, fileName, delimiter, columns, orderedBy: by, createdAt: deps.clock.now() }
    // The number of rows is known at their end, and the rows refer to the import.
    await insertImport(tx, { ...file, rowCount: 1 })
    const rowCount = await storeRows(tx, key, rows())
    if (rowCount === 0) throw refusedFile('The file has a header, and no rows.')
    await saveRowCount(tx, key, rowCount)
    await recordAudit(tx, {
      ...{ organizationId, at: deps.machineClock.now(), actor: by, action: 'invoice-import.uploaded' },
      ...{ subject: importSubjectOf(key), details: { rows: rowCount } },
    })
    const counts = { lastRow: 0, imported: 0, repeated: 0, failed: 0 }
    return { ...file, ...counts, rowCount, status: 'UPLOADED', options: undefined, endedAt: undefined, stop: undefined }
  })
}

async function storeRows(tx: Tx, key: ImportKey, rows: AsyncIterable<ImportRow>): Promise<number> {
  let count = 0
  let together: ImportRow[] = []
  for await (const row of rows) {
    together.push(row)
    count += 1
    if (together.length < INSERTED_TOGETHER) continue
    await insertRows(tx, key, together)
    together = []
  }
  await insertRows(tx, key, together)
  return count
}
