import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { RecordBatch } from './record-batch.ts'
import type { Delivery, HashedRecord } from './record-block.ts'
import { findVersions, insertRecords, lockRecords } from './record-store.ts'
import { decideVersion, identityOf, type KnownVersion, type Outcome, type StoredVersion } from './versions.ts'
import { WorkSlices } from './work-slices.ts'

export type StoreRecordsDeps = { readonly db: Transactions; readonly engine: Engine }

type Batch = {
  readonly kind: RecordKind
  readonly delivery: Delivery
  readonly records: readonly HashedRecord[]
}

/**
 * Stores a batch and says of each record what became of it. When it returns, everything accepted is on the disk. Where it
 * fails, the batch may be there or not: storing it again gives the same end.
 */
export async function storeRecords({ db, engine }: StoreRecordsDeps, batch: Batch): Promise<readonly Outcome[]> {
  if (batch.records.length === 0) return []
  return db.transaction((tx) => storeRecordsIn({ tx, engine }, batch))
}

type DepsInTransaction = { readonly tx: Tx; readonly engine: Engine }

/** The same under the caller's transaction, which holds the locks until it ends. */
export async function storeRecordsIn(
  deps: DepsInTransaction,
  { kind, delivery, records }: Batch,
): Promise<readonly Outcome[]> {
  const batch = new RecordBatch(kind, delivery)
  for (const record of records) batch.add(record)
  // None was left out.
  return (await storeBatchIn(deps, batch)) as readonly Outcome[]
}

/** What becomes of a record in a batch. */
export type BatchOutcome = Outcome | 'left-out'

/** The same for a batch that is packed already. */
export async function storeBatchIn(
  { tx, engine }: DepsInTransaction,
  batch: RecordBatch,
): Promise<readonly BatchOutcome[]> {
  const { kind, versions, block } = batch
  const wanted = versions.filter((_, index) => !batch.isLeftOut(index))
  if (wanted.length === 0) return versions.map(() => 'left-out')
  const merchantIds = [...new Set(wanted.map(({ merchantId }) => merchantId))]
  await lockRecords(tx, { kind, merchantIds, isCluster: engine.isCluster })
  const stored = await findVersions(engine, kind, wanted)
  const { outcomes, kept, keptCount, known } = await decided(batch, stored)
  if (keptCount === 0) return outcomes
  block.keepOnly(keptCount < versions.length ? kept : undefined)
  const firstReceivedAtMs = (index: number): number | undefined => {
    const version = known.size === 0 ? undefined : versions[index]
    return version === undefined ? undefined : known.get(identityOf(version))?.firstReceivedAtMs
  }
  await insertRecords(engine, kind, block, firstReceivedAtMs)
  return outcomes
}

/** What would become of the batch now, with nothing stored and nobody kept from changing it. */
export async function foreseen(
  { engine }: Pick<StoreRecordsDeps, 'engine'>,
  batch: RecordBatch,
): Promise<readonly BatchOutcome[]> {
  const wanted = batch.versions.filter((_, index) => !batch.isLeftOut(index))
  const stored = await findVersions(engine, batch.kind, wanted)
  return (await decided(batch, stored)).outcomes
}

type Decided = {
  readonly outcomes: readonly BatchOutcome[]
  /** A 1 for each record that is to be stored. */
  readonly kept: Uint8Array
  readonly keptCount: number
  /** What was stored before, by identity. */
  readonly known: ReadonlyMap<string, KnownVersion>
}

/** Compares each record with what is stored and with those before it in the batch; many of them, so in slices. */
async function decided(batch: RecordBatch, stored: readonly KnownVersion[]): Promise<Decided> {
  const slices = new WorkSlices()
  const known = new Map<string, KnownVersion>()
  const newest = new Map<string, StoredVersion>()
  for (const version of stored) {
    known.set(identityOf(version), version)
    newest.set(identityOf(version), version)
    if (slices.isOver) await slices.pause()
  }
  const outcomes: BatchOutcome[] = []
  const kept = new Uint8Array(batch.versions.length)
  const places = new Map<string, number>()
  for (const [index, sent] of batch.versions.entries()) {
    if (slices.isOver) await slices.pause()
    if (batch.isLeftOut(index)) {
      outcomes.push('left-out')
      continue
    }
    const { identity, outcome } = decideVersion(newest, sent)
    outcomes.push(outcome)
    if (outcome !== 'accepted') continue
    // Of several versions in one batch the last one accepted is the highest.
    const earlier = places.get(identity)
    if (earlier !== undefined) kept[earlier] = 0
    places.set(identity, index)
    kept[index] = 1
  }
  return { outcomes, kept, keptCount: places.size, known }
}
