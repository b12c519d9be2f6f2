import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { RecordBatch } from './record-batch.ts'
import { findVersions, lockRecords } from './record-store.ts'
import { decideVersion, identityOf, type KnownVersion, type Outcome, type StoredVersion } from './versions.ts'

/** The outcome of a record in a batch. */
export type BatchOutcome = Outcome | 'left-out'

/**
 * Stores a batch and returns the outcome of each record. When it returns, everything accepted is on disk; the locks
 * of the merchants last until the transaction ends. If it fails, the batch may be stored or not: storing it again
 * has the same result.
 */
export async function storeBatch(
  { tx, engine }: { readonly tx: Tx; readonly engine: Engine },
  batch: RecordBatch,
): Promise<readonly BatchOutcome[]> {
  const { kind, versions } = batch
  const offered = versions.filter((_, index) => !batch.isLeftOut(index))
  if (offered.length === 0) return versions.map(() => 'left-out')
  const merchantIds = [...new Set(offered.map(({ merchantId }) => merchantId))]
  await lockRecords(tx, { kind, merchantIds, isCluster: engine.isCluster })
  const { outcomes, kept, keptCount, known } = await decideBatch(batch, await findVersions(engine, kind, offered))
  if (keptCount === 0) return outcomes
  await batch.insertInto(engine, keptCount < versions.length ? kept : undefined, (index) => {
    const version = known.size === 0 ? undefined : versions[index]
    return version === undefined ? undefined : known.get(identityOf(version))?.firstReceivedAtMs
  })
  return outcomes
}

/** Returns the outcomes that storing would have now; stores nothing and locks nothing. */
export async function previewBatch(engine: Engine, batch: RecordBatch): Promise<readonly BatchOutcome[]> {
  const offered = batch.versions.filter((_, index) => !batch.isLeftOut(index))
  return (await decideBatch(batch, await findVersions(engine, batch.kind, offered))).outcomes
}

type BatchDecision = {
  readonly outcomes: readonly BatchOutcome[]
  /** A 1 for each record to be stored. */
  readonly kept: Uint8Array
  readonly keptCount: number
  /** The versions stored before, by identity. */
  readonly known: ReadonlyMap<string, KnownVersion>
}

/** Compares each record with the stored version and with those before it in the batch, in slices as there are many. */
async function decideBatch(batch: RecordBatch, stored: readonly KnownVersion[]): Promise<BatchDecision> {
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

const SLICE_MS = 5

/** Divides long work into slices, so that the event loop is never blocked for long. */
class WorkSlices {
  #startedAt = performance.now()

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > SLICE_MS
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#startedAt = performance.now()
  }
}
