import type { DuckDBConnection } from '@duckdb/node-api'
import type { Change } from '../../engine/engine.ts'
import { DUCKDB_DIALECT } from '../duckdb-dialect.ts'
import { quoteName } from '../quote-name.ts'
import type { RecordMonths } from './record-months.ts'

/** Updates or deletes rows. */
export async function changeRows(
  connection: DuckDBConnection,
  months: RecordMonths,
  { table, set, where, month }: Change,
): Promise<() => void> {
  const condition = month === undefined ? where : `${monthSql(Number(month))} and (${where})`
  // What stays after a deletion is in the order in which it was.
  if (set === undefined) {
    await connection.run(`delete from ${quoteName(table)} where ${condition}`)
    return () => undefined
  }
  // DuckDB moves rows to the end of the table when it updates their maps.
  const reader = await connection.runAndReadAll(
    `select distinct cast(${DUCKDB_DIALECT.month('occurred_at')} as integer)
     from ${quoteName(table)} where ${condition}`,
  )
  const changed = reader.getRowsJS().map(([changedMonth]) => Number(changedMonth))
  await connection.run(`update ${quoteName(table)} set ${set} where ${condition}`)
  return months.written(connection, table, changed)
}

/** Removes all rows of a month. */
export async function removeMonth(
  connection: DuckDBConnection,
  months: RecordMonths,
  { table, month }: { readonly table: string; readonly month: string },
): Promise<() => void> {
  await connection.run(`delete from ${quoteName(table)} where ${monthSql(Number(month))}`)
  return months.removed(connection, { table, month: Number(month) })
}

/** A condition that the least and greatest values of a block of rows can answer. */
export function monthSql(month: number): string {
  const year = Math.floor(month / 100)
  const first = `make_timestamp(${year}, ${month % 100}, 1, 0, 0, 0)`
  return `occurred_at >= ${first} and occurred_at < ${first} + interval 1 month`
}
