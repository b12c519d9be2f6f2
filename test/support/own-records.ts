import type { ClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { recordInTransaction } from '../../src/records/index.ts'
import type { OwnRecord } from '../../src/records/record-in-transaction.ts'

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

/** Writes transaction records, all of them in one transaction. */
export async function writeRecords(
  database: Database,
  records: readonly Parameters<typeof anOwnRecord>[0][],
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const record of records) await recordInTransaction(tx, 'transaction', anOwnRecord(record))
  })
}

export type StoredRecord = {
  readonly id: string
  readonly city: string
  readonly version: number
  readonly organization: string
  readonly source: string
}

/** Every row that lies in the table; those that are to collapse too, unless `final` is said. */
export async function storedRecords(
  { client }: Pick<ClickHouse, 'client'>,
  { prefix, final = false }: { readonly prefix: string; readonly final?: boolean },
): Promise<readonly StoredRecord[]> {
  const answer = await client.query({
    query: `select record_id as id, bill_to_city as city, version, organization_id as organization, source
      from transactions ${final ? 'final' : ''}
      where startsWith(record_id, {prefix: String}) order by id, version`,
    query_params: { prefix },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    format: 'JSONEachRow',
  })
  return answer.json<StoredRecord>()
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
