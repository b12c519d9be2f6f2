import type { RecordKind } from '../../../src/catalogue/kinds.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import type { Transactions } from '../../../src/platform/postgres/database.ts'
import type { RecordContent } from '../../../src/records/reading/record.ts'
import { type Delivery, RecordBatch } from '../../../src/records/storage/record-batch.ts'
import { storeBatch } from '../../../src/records/storage/store-batch.ts'
import type { Outcome } from '../../../src/records/storage/versions.ts'

export type StoreRecordsDeps = { readonly db: Transactions; readonly engine: Engine }

/** Stores records in one batch and one transaction, and returns the outcome of each. */
export async function storeRecords(
  { db, engine }: StoreRecordsDeps,
  {
    kind,
    delivery,
    records,
  }: { readonly kind: RecordKind; readonly delivery: Delivery; readonly records: readonly RecordContent[] },
): Promise<readonly Outcome[]> {
  const batch = new RecordBatch(kind)
  for (const record of records) batch.add(record, delivery)
  // None was left out.
  return (await db.transaction((tx) => storeBatch({ tx, engine }, batch))) as readonly Outcome[]
}
