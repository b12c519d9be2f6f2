import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RowBatch, rowBatches } from '../../platform/clickhouse/row-batches.ts'
import { RowBinaryReader, type RowColumn } from '../../platform/clickhouse/row-binary.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { markOf, readPacked } from '../../platform/packed-file.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import {
  type ArchivedKind,
  type ArchiveFile,
  MANIFEST_FILE,
  readManifest,
  unusable,
} from '../archive-manifest.ts'
import { insertRows } from '../archive-store.ts'
import { ArchivedVersions } from '../archived-versions.ts'
import type { RecordKind } from '../domain/catalogue/kinds.ts'
import { identityOf, outcomeOf, type StoredVersion } from '../domain/versions.ts'
import { findVersions, lockRecords } from '../record-store.ts'

type Deps = { readonly db: Transactions; readonly engine: Engine }

type LoadOrder = {
  readonly folder: string
  /** Told after each batch. */
  readonly onRows?: (rows: number) => void
}

export type LoadReport = {
  readonly loaded: number
  /** They were there already, or a later version was. */
  readonly skipped: number
  /** The same version is there with other content, which stays. */
  readonly conflicts: number
  readonly merchantIds: ReadonlySet<string>
}

const BATCH_BYTES = 4 * 1024 * 1024

/**
 * Stores the rows of an export as they are. All files are looked at before the first row is stored. What is
 * there already is skipped, so a load that was interrupted, or one after a second export, is run again.
 */
export async function loadRecords(
  deps: Deps,
  { folder, onRows = () => {} }: LoadOrder,
): Promise<LoadReport> {
  const { kinds } = readManifest(readManifestFile(folder))
  for (const { files } of kinds) for (const file of files) await refuseDamage(folder, file)
  const report = { loaded: 0, skipped: 0, conflicts: 0, merchantIds: new Set<string>() }
  for (const archived of kinds) {
    for (const { name } of archived.files) {
      for await (const batch of batchesOf(join(folder, name), archived.columns)) {
        const counts = await loadBatch(deps, archived, batch, report.merchantIds)
        report.loaded += counts.loaded
        report.skipped += counts.skipped
        report.conflicts += counts.conflicts
        onRows(batch.ends.length)
      }
    }
  }
  return report
}

function readManifestFile(folder: string): string {
  try {
    return readFileSync(join(folder, MANIFEST_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw unusable(
      `There is no ${MANIFEST_FILE} in ${folder}: it is no export, or one that did not end.`,
    )
  }
}

async function refuseDamage(folder: string, { name, bytes, sha256 }: ArchiveFile): Promise<void> {
  const found = await markOf(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? unusable(`Its file ${name} is missing.`) : error
  })
  if (found.bytes !== bytes || found.sha256 !== sha256) {
    throw unusable(`Its file ${name} is not as it was written.`)
  }
}

function batchesOf(file: string, columns: readonly RowColumn[]): AsyncIterable<RowBatch> {
  const reader = new RowBinaryReader(columns)
  return rowBatches(readPacked(file), reader, { bytesMin: BATCH_BYTES })
}

type Counts = Pick<LoadReport, 'loaded' | 'skipped' | 'conflicts'>

/** Looks up what is there and stores the rest, while nobody else can store records of these merchants. */
async function loadBatch(
  { db, engine }: Deps,
  { kind, columns }: ArchivedKind,
  batch: RowBatch,
  merchantIds: Set<string>,
): Promise<Counts> {
  const versions = new ArchivedVersions(columns).of(batch)
  const own = [...new Set(versions.map(({ merchantId }) => merchantId))]
  for (const merchantId of own) merchantIds.add(merchantId)
  return db.transaction(async (tx) => {
    await lockRecords(tx, { kind, merchantIds: own, isCluster: engine.isCluster })
    const { rows, ...counts } = chosen(batch, versions, await stored(engine, kind, versions))
    if (rows.length > 0) await insertRows(engine, kind, { columns, rows })
    return counts
  })
}

async function stored(
  engine: Engine,
  kind: RecordKind,
  versions: readonly StoredVersion[],
): Promise<ReadonlyMap<string, StoredVersion>> {
  const found = await findVersions(engine, kind, versions)
  return new Map(found.map((version) => [identityOf(version), version]))
}

/** Versions of a record come in order, so that a later one goes over an earlier one of the same batch. */
function chosen(
  { bytes, ends }: RowBatch,
  versions: readonly StoredVersion[],
  stored: ReadonlyMap<string, StoredVersion>,
): Counts & { readonly rows: readonly Buffer[] } {
  const known = new Map(stored)
  const rows: Buffer[] = []
  const counts = { accepted: 0, duplicate: 0, conflict: 0 }
  for (const [index, version] of versions.entries()) {
    const outcome = outcomeOf(version, known.get(identityOf(version)))
    counts[outcome] += 1
    if (outcome !== 'accepted') continue
    known.set(identityOf(version), version)
    rows.push(bytes.subarray(ends[index - 1] ?? 0, ends[index]))
  }
  const { accepted, duplicate, conflict } = counts
  return { rows, loaded: accepted, skipped: duplicate, conflicts: conflict }
}
