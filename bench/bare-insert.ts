import { rmSync, writeFileSync } from 'node:fs'
import { DUCKDB_TYPES, isMap, isText } from '../src/platform/duckdb/duckdb-types.ts'
import type { InsertedRows } from '../src/platform/engine/engine.ts'
import type { BareDuckDb } from './bare-duckdb.ts'

/**
 * How long DuckDB takes to insert a batch of rows from an NDJSON file that is on the disk already, with one commit.
 * Nothing is looked up and nothing replaced.
 */
export async function bareInsertMs(
  duckDb: BareDuckDb,
  batch: { readonly table: string; readonly rows: InsertedRows; readonly file: string },
): Promise<number> {
  const { table, rows, file } = batch
  writeFileSync(file, Buffer.concat(rows.pieces), { flush: true })
  try {
    return await duckDb.run(insertSql(table, rows.columns, file))
  } finally {
    rmSync(file)
  }
}

function insertSql(table: string, columns: InsertedRows['columns'], file: string): string {
  const names = columns.map(({ name }) => name)
  const types = columns.map(({ name, type }) => `${name}: '${type === 'hash' ? 'VARCHAR' : DUCKDB_TYPES[type]}'`)
  return `insert into ${table} (${names.join(', ')}) select ${columns.map(valueSql).join(', ')}
    from read_ndjson('${file}', columns = {${types.join(', ')}}, format = 'newline_delimited')`
}

/** An absent member is read as null, which most columns do not take. */
function valueSql({ name, type }: InsertedRows['columns'][number]): string {
  if (isText(type)) return `coalesce(${name}, '')`
  if (isMap(type)) return `coalesce(${name}, map {})`
  return type === 'hash' ? `unhex(${name})` : name
}
