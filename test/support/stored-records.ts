import type { ClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import type { RecordKind } from '../../src/records/domain/catalogue/kinds.ts'
import { RecordReader } from '../../src/records/domain/read-record.ts'
import type { RecordInput } from '../../src/records/domain/record.ts'
import { hashed } from '../../src/records/record-block.ts'
import { storeRecords } from '../../src/records/store-records.ts'

type Deps = { readonly db: Database; readonly clickhouse: ClickHouse }
type Given = Omit<RecordInput, 'recordId' | 'merchantId' | 'occurredAt'> & {
  readonly recordId?: string
  readonly merchantId?: string
  readonly occurredAt?: string
}

/** Stores records of a kind, of the merchant shop at some time unless something else is said; answers with what became of them. */
export async function storedRecords(deps: Deps, kind: RecordKind, given: readonly Given[]) {
  const reader = new RecordReader(kind)
  const records = given.map((parts, index) => {
    const read = reader.read({
      recordId: `r${index}`,
      merchantId: 'shop',
      occurredAt: '2026-03-09T10:00:00Z',
      ...parts,
    })
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    return hashed(read.record)
  })
  const delivery = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const
  return storeRecords(deps, { kind, delivery, records })
}
