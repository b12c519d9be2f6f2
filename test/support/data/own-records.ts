import type { KindName } from '../../../src/catalogue/kinds.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import type { Database, Tx } from '../../../src/platform/postgres/database.ts'
import { writeTogether } from '../../../src/platform/postgres/write-together.ts'
import { recordWrite } from '../../../src/records/index.ts'
import type { OwnRecord } from '../../../src/records/outbox/record-write.ts'

const TOGETHER_MAX = 250

/** A record that a component of our own writes about a payment. */
export function anOwnRecord(
  given: Partial<OwnRecord> & { readonly recordId: string; readonly city?: string },
): OwnRecord {
  const { city = 'Oslo', ...overrides } = given
  return {
    organizationId: 'shop',
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'BillTo.City': city, 'PaymentMethod.AccountSuffix': '4111111111111111' },
    ...overrides,
  }
}

type RecordInputs = readonly Parameters<typeof anOwnRecord>[0][]

/** Writes one record into the outbox. */
export async function recordInTransaction(tx: Tx, kind: KindName, record: OwnRecord): Promise<void> {
  await writeTogether(tx, [recordWrite(kind, record)])
}

/** Writes transaction records one after the other, all of them in one transaction. */
export async function writeRecords(database: Database, records: RecordInputs): Promise<void> {
  await database.transaction(async (tx) => {
    for (const record of records) await recordInTransaction(tx, 'transaction', anOwnRecord(record))
  })
}

/** The same for many, in no particular order. */
export async function writeManyRecords(database: Database, records: RecordInputs): Promise<void> {
  await database.transaction(async (tx) => {
    for (let from = 0; from < records.length; from += TOGETHER_MAX) {
      const some = records.slice(from, from + TOGETHER_MAX)
      const writes = some.map((record) => recordWrite('transaction', anOwnRecord(record)))
      await writeTogether(tx, writes)
    }
  })
}

export type StoredRecord = {
  readonly id: string
  readonly city: string
  readonly version: number
  readonly organization: string
  readonly source: string
}

/** Every stored row of records whose ids begin with the prefix. */
export async function storedRecords(
  engine: Pick<Engine, 'rows' | 'dialect'>,
  { prefix }: { readonly prefix: string },
): Promise<readonly StoredRecord[]> {
  return engine.rows<StoredRecord>(
    `select record_id as id, bill_to_city as city, version, organization_id as organization, source
      from transactions where ${engine.dialect.beginsWith('record_id', prefix)} order by id, version`,
  )
}

/** Rows of the outbox by the id of their record, and why they are refused. */
export async function outboxRows(
  { pool }: Database,
  prefix: string,
): Promise<readonly { readonly id: string; readonly refusal: string | null }[]> {
  const { rows } = await pool.query<{ id: string; refusal: string | null }>(
    `select record ->> 'recordId' as id, refusal from record_outbox
      where starts_with(record ->> 'recordId', $1) order by outbox_id`,
    [prefix],
  )
  return rows
}
