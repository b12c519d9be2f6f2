import { KINDS, type RecordKind } from './domain/catalogue/kinds.ts'
import {
  AMOUNT_SCALE,
  type Column,
  type ColumnType,
  columnsOf,
  DECIMAL_SCALE,
} from './domain/record-table.ts'

const DECIMAL_DIGITS = 18
const WIDE_DECIMAL_DIGITS = 38

/**
 * Smaller parts keep all columns in one file: a batch need not open, and flush to the disk, several files
 * for each of a hundred columns, nor hold a buffer for each of them.
 */
const WIDE_PART_BYTES_MIN = 128 * 1024 * 1024

/** How the engine declares a column. */
export const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'String',
  'repetitive-text': 'LowCardinality(String)',
  hash: 'FixedString(16)',
  flag: 'UInt8',
  version: 'UInt64',
  instant: `DateTime64(3, 'UTC')`,
  'nullable-instant': `Nullable(DateTime64(3, 'UTC'))`,
  'nullable-date': 'Nullable(Date32)',
  'nullable-integer': 'Nullable(Int64)',
  'nullable-amount': `Nullable(Decimal(${DECIMAL_DIGITS}, ${AMOUNT_SCALE}))`,
  'nullable-decimal': `Nullable(Decimal(${DECIMAL_DIGITS}, ${DECIMAL_SCALE}))`,
  'text-map': 'Map(LowCardinality(String), String)',
  'integer-map': 'Map(LowCardinality(String), Int64)',
  'decimal-map': `Map(LowCardinality(String), Decimal(${WIDE_DECIMAL_DIGITS}, ${DECIMAL_SCALE}))`,
  'instant-map': `Map(LowCardinality(String), DateTime64(3, 'UTC'))`,
}

/** The statement that makes the kind's table on a single server; a cluster's is rendered from it. */
export function createTableSql(kind: RecordKind): string {
  const columns = columnsOf(kind).map((column) => `  ${declaration(column)}`)
  return `create table if not exists ${kind.table} (
${columns.join(',\n')}
) engine = ReplacingMergeTree(version, is_deleted)
partition by toYYYYMM(occurred_at)
order by (merchant_id, occurred_at, record_id)
settings min_bytes_for_wide_part = ${WIDE_PART_BYTES_MIN}`
}

export function addColumnSql(kind: RecordKind, column: Column, after: string): string {
  return `alter table ${kind.table} add column if not exists ${declaration(column)} after ${after}`
}

export const ALL_KINDS: readonly RecordKind[] = Object.values(KINDS)

function declaration({ name, type }: Column): string {
  return `${name} ${SQL_TYPES[type]}`
}
