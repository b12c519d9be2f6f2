import type { Column } from '../../../src/kernel/stored-column.ts'
import { type Engine, rowsOfLines } from '../../../src/platform/engine/engine.ts'
import { JSON_MAP_VALUES, JSON_VALUES, type StoredValue } from '../../../src/platform/engine/json-values.ts'
import type { RecordMigration } from '../../../src/platform/engine/record-migration.ts'

export const TABLE = 'contract_records'

/** The identity of a record, and a column of every type. */
const COLUMNS = [
  { name: 'organization_id', type: 'repetitive-text' },
  { name: 'merchant_id', type: 'repetitive-text' },
  { name: 'occurred_at', type: 'instant' },
  { name: 'record_id', type: 'text' },
  { name: 'version', type: 'version' },
  { name: 'is_deleted', type: 'flag' },
  { name: 'content_hash', type: 'hash' },
  { name: 'received_at', type: 'instant' },
  { name: 'source', type: 'repetitive-text' },
  { name: 'request_id', type: 'text' },
  { name: 'note', type: 'text' },
  { name: 'currency', type: 'repetitive-text' },
  { name: 'paid_at', type: 'nullable-instant' },
  { name: 'due_on', type: 'nullable-date' },
  { name: 'quantity', type: 'nullable-integer' },
  { name: 'amount', type: 'nullable-amount' },
  { name: 'rate', type: 'nullable-decimal' },
  { name: 'rare_texts', type: 'text-map' },
  { name: 'rare_integers', type: 'integer-map' },
  { name: 'rare_decimals', type: 'decimal-map' },
  { name: 'rare_instants', type: 'instant-map' },
] as const satisfies readonly Column[]

const FIRST_RECEIVED: Column = { name: 'first_received_at', type: 'instant' }

export const MIGRATIONS: readonly RecordMigration[] = [
  {
    version: 1,
    name: '0001_installation',
    owner: 'platform',
    steps: [{ do: 'create-installation' }],
  },
  {
    version: 2,
    name: '0002_records',
    owner: 'records',
    steps: [
      { do: 'create-table', table: TABLE, columns: COLUMNS },
      {
        do: 'add-index',
        table: TABLE,
        index: 'request_id_index',
        column: 'request_id',
        kind: 'equality',
      },
      { do: 'add-index', table: TABLE, index: 'paid_at_index', column: 'paid_at', kind: 'range' },
      { do: 'fill-index', table: TABLE, index: 'request_id_index' },
    ],
  },
]

/** Adds a column to existing rows. */
export const LATER_MIGRATION: RecordMigration = {
  version: 3,
  name: '0003_first_received_at',
  owner: 'records',
  steps: [
    {
      do: 'add-column',
      table: TABLE,
      column: FIRST_RECEIVED,
      after: 'received_at',
      valueFrom: 'received_at',
    },
  ],
}

type ColumnName = (typeof COLUMNS)[number]['name'] | 'first_received_at'
type MapColumnName = Extract<ColumnName, `rare_${string}`>

/** Instants in milliseconds, dates in days, amounts in ten thousandths, rates and decimals of maps in hundred millionths. */
export type ContractRecord = {
  readonly [Name in Exclude<ColumnName, MapColumnName>]?: StoredValue
} & { readonly [Name in MapColumnName]?: Readonly<Record<string, StoredValue>> }

export const OCCURRED_MS = Date.UTC(2026, 2, 9, 10, 0, 0, 123)

/** A record with the columns that every record has. */
export function aRecord(record: ContractRecord = {}): ContractRecord {
  return {
    organization_id: 'org',
    merchant_id: 'merchant',
    occurred_at: OCCURRED_MS,
    record_id: 'record',
    version: 1,
    is_deleted: 0,
    content_hash: Buffer.alloc(16, 1),
    received_at: OCCURRED_MS + 1_000,
    source: 'test',
    ...record,
  }
}

/** Stores the records in one batch. */
export async function insertRecords(engine: Engine, records: readonly ContractRecord[]): Promise<void> {
  const named = new Set(records.flatMap((record) => Object.keys(record)))
  const columns = [...COLUMNS, FIRST_RECEIVED].filter(({ name }) => named.has(name))
  await engine.insert(
    TABLE,
    rowsOfLines(
      columns,
      records.map((record) => lineOf(record, columns)),
    ),
  )
}

function lineOf(record: ContractRecord, columns: readonly Column[]): string {
  const members = columns.flatMap(({ name, type }) => {
    const value = record[name as ColumnName]
    return value === undefined ? [] : [`"${name}":${jsonOf(type, value)}`]
  })
  return `{${members.join(',')}}`
}

function jsonOf(type: Column['type'], value: StoredValue | Readonly<Record<string, StoredValue>>) {
  if (!isMap(type)) return JSON_VALUES[type](value as StoredValue)
  const entries = Object.entries(value as Readonly<Record<string, StoredValue>>)
  const written = entries.map(([key, each]) => `${JSON.stringify(key)}:${JSON_MAP_VALUES[type](each)}`)
  return `{${written.join(',')}}`
}

function isMap(type: Column['type']): type is keyof typeof JSON_MAP_VALUES {
  return type in JSON_MAP_VALUES
}
