import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import type { InsertedRows } from '../engine/engine.ts'
import { CLICKHOUSE_TYPES } from './clickhouse-types.ts'
import { quoteText } from './sql-quoting.ts'

type Conversion = { readonly type: string; readonly stored: (name: string) => string }

/** Types whose values travel in another form than ClickHouse reads. */
const CONVERSIONS: Partial<Readonly<Record<ColumnType, Conversion>>> = {
  hash: { type: 'String', stored: (name) => `toFixedString(unhex(${name}), 16)` },
}

/**
 * The statement with its rows. Both stand in the body: the columns of a wide table would make an address that proxies
 * refuse.
 */
export function insertStatement(table: string, { columns, pieces }: InsertedRows): string {
  const names = columns.map(({ name }) => name).join(', ')
  const structure = columns.map(arrival).join(', ')
  const values = columns.map(storedValue).join(', ')
  return `insert into ${table} (${names}) select ${values} from input(${quoteText(structure)}) format JSONEachRow\n${Buffer.concat(pieces).toString()}`
}

function arrival({ name, type }: Column): string {
  return `${name} ${CONVERSIONS[type]?.type ?? CLICKHOUSE_TYPES[type]}`
}

function storedValue({ name, type }: Column): string {
  return CONVERSIONS[type]?.stored(name) ?? name
}
