import type { InsertedRows } from '../engine/engine.ts'
import { CLICKHOUSE_TYPES } from './clickhouse-types.ts'
import { quoteText } from './sql-quoting.ts'

/**
 * The statement with its rows. Both are in the request body, because the columns of a wide table would make a URL that
 * proxies refuse. Hashes arrive as hexadecimal digits.
 */
export function insertStatement(table: string, { columns, pieces }: InsertedRows): string {
  const names = columns.map(({ name }) => name).join(', ')
  const structure = columns.map(({ name, type }) => `${name} ${type === 'hash' ? 'String' : CLICKHOUSE_TYPES[type]}`)
  const values = columns.map(({ name, type }) => (type === 'hash' ? `toFixedString(unhex(${name}), 16)` : name))
  return `insert into ${table} (${names}) select ${values.join(', ')} from input(${quoteText(structure.join(', '))}) format JSONEachRow\n${Buffer.concat(pieces).toString()}`
}
