import type { Column } from '../../../src/kernel/stored-column.ts'
import type { DuckDbEngine } from '../../../src/platform/duckdb/duckdb-engine.ts'
import { migrationSql } from '../../../src/platform/duckdb/table-sql.ts'
import { type InsertedRows, rowsOfLines } from '../../../src/platform/engine/engine.ts'
import type { RecordMigration } from '../../../src/platform/engine/record-migration.ts'

/** A table of records with a column of each type. */
export const RECORD_COLUMNS: readonly Column[] = [
  { name: 'merchant_id', type: 'repetitive-text' },
  { name: 'occurred_at', type: 'instant' },
  { name: 'record_id', type: 'text' },
  { name: 'version', type: 'version' },
  { name: 'is_deleted', type: 'flag' },
  { name: 'content_hash', type: 'hash' },
  { name: 'note', type: 'text' },
  { name: 'settled_at', type: 'nullable-instant' },
  { name: 'due_on', type: 'nullable-date' },
  { name: 'quantity', type: 'nullable-integer' },
  { name: 'amount', type: 'nullable-amount' },
  { name: 'rate', type: 'nullable-decimal' },
  { name: 'texts', type: 'text-map' },
  { name: 'integers', type: 'integer-map' },
  { name: 'decimals', type: 'decimal-map' },
  { name: 'instants', type: 'instant-map' },
]

export function recordTableMigration(table: string, version = 1): RecordMigration {
  return {
    version,
    name: `000${version}_${table}`,
    owner: 'records',
    steps: [{ do: 'create-table', table, columns: RECORD_COLUMNS }],
  }
}

let tables = 0

/** Makes a table of records that no other test uses. */
export async function aRecordTable(engine: DuckDbEngine): Promise<string> {
  tables += 1
  const table = `records_${tables}`
  await engine.define(migrationSql(recordTableMigration(table).steps))
  return table
}

/** A row as it travels, with the values that every row has. */
export function aRow(values: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    merchant_id: 'm1',
    occurred_at: '2026-03-09 10:00:00.000',
    record_id: 'r1',
    version: 1,
    is_deleted: 0,
    content_hash: '00112233445566778899aabbccddeeff',
    ...values,
  })
}

export function rowsOf(...lines: readonly string[]): InsertedRows {
  return rowsOfLines(RECORD_COLUMNS, lines)
}

/** `count` rows of different records, one per minute. */
export function manyRows(
  count: number,
  { from = 0, startsOn = '2026-03-01', values = {} }: ManyRows = {},
): InsertedRows {
  const start = Date.parse(`${startsOn}T00:00:00Z`)
  const lines = Array.from({ length: count }, (_, index) => {
    const at = new Date(start + (from + index) * 60_000).toISOString()
    const occurred_at = `${at.slice(0, 10)} ${at.slice(11, 23)}`
    return aRow({
      merchant_id: `m${(from + index) % 7}`,
      record_id: `r${from + index}`,
      occurred_at,
      ...values,
    })
  })
  return rowsOf(...lines)
}

type ManyRows = {
  readonly from?: number
  readonly startsOn?: string
  readonly values?: Readonly<Record<string, unknown>>
}

export async function countOf(engine: DuckDbEngine, table: string): Promise<number> {
  const [row] = await engine.rows<{ count: number }>(`select count(*) as count from ${table}`)
  return row?.count ?? 0
}

/** How many rows of closed months come after one that should follow them. */
export async function disorderOf(engine: DuckDbEngine, table: string): Promise<number> {
  const [row] = await engine.rows<{ count: number }>(
    `select count(*) as count from (
       select (merchant_id, occurred_at, record_id) as identity,
         lag((merchant_id, occurred_at, record_id))
           over (partition by date_trunc('month', occurred_at) order by rowid) as previous
       from ${table} where occurred_at < timestamp '2026-04-01')
     where identity < previous`,
  )
  return row?.count ?? 0
}
