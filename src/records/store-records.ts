import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { Transactions, Tx } from '../platform/postgres/database.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import { identityOf, type Outcome, outcomeOf } from './domain/versions.ts'
import { type Delivery, type HashedRecord, RecordBlock } from './record-block.ts'
import { findVersions, insertRecords, lockRecords } from './record-store.ts'

export type StoreRecordsDeps = { readonly db: Transactions; readonly clickhouse: ClickHouse }

type Batch = {
  readonly kind: RecordKind
  readonly delivery: Delivery
  readonly records: readonly HashedRecord[]
}

/**
 * Stores a batch and says of each record what became of it. When it returns, everything accepted is on the disk. Where it
 * fails, the batch may be there or not: storing it again gives the same end.
 */
export async function storeRecords(
  { db, clickhouse }: StoreRecordsDeps,
  batch: Batch,
): Promise<readonly Outcome[]> {
  if (batch.records.length === 0) return []
  return db.transaction((tx) => storeRecordsIn({ tx, clickhouse }, batch))
}

/** The same under the caller's transaction, which holds the locks until it ends. */
export async function storeRecordsIn(
  { tx, clickhouse }: { readonly tx: Tx; readonly clickhouse: ClickHouse },
  { kind, delivery, records }: Batch,
): Promise<readonly Outcome[]> {
  const merchantIds = [...new Set(records.map(({ record }) => record.merchantId))]
  await lockRecords(tx, { kind, merchantIds, isCluster: clickhouse.isCluster })
  const stored = await findVersions(
    clickhouse,
    kind,
    records.map(({ record }) => record),
  )
  const known = new Map(
    stored.map(({ version, hash, ...identity }) => [identityOf(identity), { version, hash }]),
  )
  const accepted = new Map<string, HashedRecord>()
  const outcomes = records.map((sent) => {
    const { record, hash } = sent
    const identity = identityOf(record)
    const outcome = outcomeOf({ version: record.version, hash }, known.get(identity))
    if (outcome === 'accepted') {
      known.set(identity, { version: record.version, hash })
      // Of several versions in one batch the last one accepted is the highest.
      accepted.set(identity, sent)
    }
    return outcome
  })
  if (accepted.size === 0) return outcomes
  const block = new RecordBlock(kind, delivery)
  for (const record of accepted.values()) block.add(record)
  await insertRecords(clickhouse, kind, block)
  return outcomes
}
