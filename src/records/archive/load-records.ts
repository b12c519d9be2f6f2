import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Column } from '../../kernel/stored-column.ts'
import { type Engine, rowsOfLines } from '../../platform/engine/engine.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { findVersions, lockRecords } from '../storage/record-store.ts'
import { type ArchiveFile, MANIFEST_FILE, type Manifest, readManifest, unusable } from './archive-manifest.ts'
import { type ArchivedRow, batchesOf, linesOf, newRows, readRow } from './archived-rows.ts'
import { markOf, readPacked } from './packed-file.ts'

type Deps = { readonly db: Transactions; readonly engine: Engine }

type LoadOrder = {
  readonly folder: string
  /** Called after each batch. */
  readonly onRows?: (rows: number) => void
}

export type LoadReport = {
  readonly loaded: number
  /** Rows of which this version or a later one was stored. */
  readonly skipped: number
  /** Rows whose version is stored with other content, which stays. */
  readonly conflicts: number
  readonly merchantIds: ReadonlySet<string>
}

/**
 * Stores the rows of an export. All files are verified before the first row is stored. Rows that are stored already are
 * skipped, so an interrupted load can be run again, and a later export can be loaded on top.
 */
export async function loadRecords(deps: Deps, { folder, onRows = () => {} }: LoadOrder): Promise<LoadReport> {
  const manifest = readManifest(readManifestFile(folder))
  for (const { files } of manifest.kinds) {
    for (const file of files) await refuseDamage(folder, file)
  }
  const report = { loaded: 0, skipped: 0, conflicts: 0, merchantIds: new Set<string>() }
  for await (const batch of batchesIn(folder, manifest)) {
    for (const { merchantId } of batch.rows) report.merchantIds.add(merchantId)
    const counts = await loadBatch(deps, batch)
    report.loaded += counts.loaded
    report.skipped += counts.skipped
    report.conflicts += counts.conflicts
    onRows(batch.rows.length)
  }
  return report
}

type Batch = {
  readonly kind: RecordKind
  readonly columns: readonly Column[]
  readonly rows: readonly ArchivedRow[]
}

async function* batchesIn(folder: string, { kinds }: Manifest): AsyncGenerator<Batch> {
  for (const { kind, columns, files } of kinds) {
    for (const { name } of files) {
      for await (const lines of batchesOf(linesOf(readPacked(join(folder, name))))) {
        yield { kind, columns, rows: lines.map((line) => readRow(line) ?? refuseLine(name)) }
      }
    }
  }
}

function readManifestFile(folder: string): string {
  try {
    return readFileSync(join(folder, MANIFEST_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw unusable(`${folder} has no ${MANIFEST_FILE}, so it is not an export, or the export was interrupted.`)
  }
}

async function refuseDamage(folder: string, { name, bytes, sha256 }: ArchiveFile): Promise<void> {
  const found = await markOf(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? unusable(`its file ${name} is missing.`) : error
  })
  if (found.bytes !== bytes || found.sha256 !== sha256) {
    throw unusable(`its file ${name} has been changed or damaged.`)
  }
}

function refuseLine(name: string): never {
  throw unusable(`its file ${name} has a line that is not a record.`)
}

type Counts = Pick<LoadReport, 'loaded' | 'skipped' | 'conflicts'>

/** Stores the rows that are new, under the lock of their merchants. */
async function loadBatch({ db, engine }: Deps, { kind, columns, rows }: Batch): Promise<Counts> {
  const merchantIds = [...new Set(rows.map(({ merchantId }) => merchantId))]
  return db.transaction(async (tx) => {
    await lockRecords(tx, { kind, merchantIds, isCluster: engine.isCluster })
    const { lines, ...counts } = newRows(rows, await findVersions(engine, kind, rows))
    if (lines.length > 0) await engine.insert(kind.table, rowsOfLines(columns, lines))
    return counts
  })
}
