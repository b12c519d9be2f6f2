import { AMOUNT_SCALE, type ColumnType, DECIMAL_DIGITS, DECIMAL_SCALE } from '../../kernel/stored-column.ts'

/** How ClickHouse declares a column. */
export const CLICKHOUSE_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'String',
  'repetitive-text': 'LowCardinality(String)',
  hash: 'FixedString(16)',
  flag: 'UInt8',
  version: 'UInt64',
  instant: `DateTime64(3, 'UTC')`,
  'nullable-instant': `Nullable(DateTime64(3, 'UTC'))`,
  'nullable-date': 'Nullable(Date32)',
  'nullable-integer': 'Nullable(Int64)',
  'nullable-amount': `Nullable(Decimal(${DECIMAL_DIGITS.column}, ${AMOUNT_SCALE}))`,
  'nullable-decimal': `Nullable(Decimal(${DECIMAL_DIGITS.column}, ${DECIMAL_SCALE}))`,
  'text-map': 'Map(LowCardinality(String), String)',
  'integer-map': 'Map(LowCardinality(String), Int64)',
  'decimal-map': `Map(LowCardinality(String), Decimal(${DECIMAL_DIGITS.map}, ${DECIMAL_SCALE}))`,
  'instant-map': `Map(LowCardinality(String), DateTime64(3, 'UTC'))`,
}
