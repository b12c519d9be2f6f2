import { KINDS, type KindName, type RecordKind } from '../../../src/catalogue/kinds.ts'
import type { Clock } from '../../../src/platform/clock/clock.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { readerOf } from '../../../src/records/reading/read-record.ts'
import type { RecordInput } from '../../../src/records/reading/record.ts'
import type { Outcome } from '../../../src/records/storage/versions.ts'
import { storeRecords } from './store-records.ts'

export type StoredRow = Readonly<Record<string, unknown>>
type Stores = { readonly database: Database; readonly engine: Engine }

const ALL_KINDS = Object.values(KINDS)

/** Stores records as an upload would, in one batch, and returns the outcome of each. */
export async function putRecords(
  { database, engine }: Stores,
  name: KindName,
  inputs: readonly RecordInput[],
  { receivedAt = '1970-01-01T00:00:00Z' }: { readonly receivedAt?: string | Clock } = {},
): Promise<readonly Outcome[]> {
  const kind = KINDS[name]
  const records = inputs.map((input) => {
    const read = readerOf(kind).read(input)
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    return read.record
  })
  const receivedAtMs =
    typeof receivedAt === 'string'
      ? Temporal.Instant.from(receivedAt).epochMilliseconds
      : () => receivedAt.now().epochMilliseconds
  const delivery = { organizationId: 'uploader', source: 'ingest', receivedAtMs } as const
  return storeRecords({ db: database, engine }, { kind, delivery, records })
}

type RecordToStore = Omit<RecordInput, 'recordId' | 'merchantId' | 'occurredAt'> & {
  readonly recordId?: string
  readonly merchantId?: string
  readonly occurredAt?: string
}

/** The same for records that belong to the merchant shop by default. */
export async function storedRecords(
  { db, engine }: { readonly db: Database; readonly engine: Engine },
  kind: RecordKind,
  given: readonly RecordToStore[],
): Promise<readonly Outcome[]> {
  const inputs = given.map((parts, index) => ({
    recordId: `r${index}`,
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    ...parts,
  }))
  return putRecords({ database: db, engine }, kind.name, inputs)
}

/** Every row of every kind in the store, by kind, merchant, time, id and version. */
export async function allRows({ engine }: Pick<Stores, 'engine'>): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = new Map<string, StoredRow>()
  for (const { name, table } of ALL_KINDS) {
    const found = await engine.rows<StoredRow>(
      `select * exclude (content_hash), hex(content_hash) as content_hash from ${table}`,
    )
    for (const row of found) {
      const parts = ['merchant_id', 'occurred_at', 'record_id', 'version'].map((key) => row[key])
      rows.set([name, ...parts].join(' '), row)
    }
  }
  return rows
}
