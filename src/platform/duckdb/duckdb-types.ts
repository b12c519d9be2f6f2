import { AMOUNT_SCALE, type ColumnType, DECIMAL_DIGITS, DECIMAL_SCALE } from '../../kernel/stored-column.ts'

/** How DuckDB declares a column. */
export const DUCKDB_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'VARCHAR',
  'repetitive-text': 'VARCHAR',
  hash: 'BLOB',
  flag: 'UTINYINT',
  version: 'UBIGINT',
  instant: 'TIMESTAMP',
  'nullable-instant': 'TIMESTAMP',
  'nullable-date': 'DATE',
  'nullable-integer': 'BIGINT',
  'nullable-amount': `DECIMAL(${DECIMAL_DIGITS.column}, ${AMOUNT_SCALE})`,
  'nullable-decimal': `DECIMAL(${DECIMAL_DIGITS.column}, ${DECIMAL_SCALE})`,
  'text-map': 'MAP(VARCHAR, VARCHAR)',
  'integer-map': 'MAP(VARCHAR, BIGINT)',
  'decimal-map': `MAP(VARCHAR, DECIMAL(${DECIMAL_DIGITS.map}, ${DECIMAL_SCALE}))`,
  'instant-map': 'MAP(VARCHAR, TIMESTAMP)',
}

export function isText(type: ColumnType): boolean {
  return type === 'text' || type === 'repetitive-text'
}

export function isMap(type: ColumnType): boolean {
  return type.endsWith('-map')
}
