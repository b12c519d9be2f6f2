import type { DuckDBConnection } from '@duckdb/node-api'
import type { Change } from '../../engine/engine.ts'
import { DUCKDB_DIALECT, quoteName } from '../duckdb-dialect.ts'
import type { RecordMonths, TableMonth } from './record-months.ts'
import { IDENTITY } from './store-rows.ts'

/** Updates or deletes rows. */
export async function changeRows(
  connection: DuckDBConnection,
  months: RecordMonths,
  { table, set, where, month }: Change,
): Promise<() => void> {
  const condition = month === undefined ? where : `${monthSql(Number(month))} and (${where})`
  // A deletion keeps the order of the other rows.
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

/**
 * Sorts the rows of a month by merchant and time, so that a merchant's rows are in few blocks and the others need not
 * be read.
 */
export async function sortMonth(
  connection: DuckDBConnection,
  months: RecordMonths,
  { table, month }: TableMonth,
): Promise<() => void> {
  const name = quoteName(table)
  const ofMonth = monthSql(month)
  await connection.run(
    `create or replace temp table month_in_order as
     select * from ${name} where ${ofMonth} order by ${IDENTITY.join(', ')}`,
  )
  await connection.run(`delete from ${name} where ${ofMonth}`)
  await connection.run(`insert into ${name} select * from month_in_order`)
  await connection.run('drop table month_in_order')
  return months.sorted(connection, { table, month })
}

/** A condition that DuckDB answers by the minimum and maximum values of a block of rows. */
function monthSql(month: number): string {
  const year = Math.floor(month / 100)
  const first = `make_timestamp(${year}, ${month % 100}, 1, 0, 0, 0)`
  return `occurred_at >= ${first} and occurred_at < ${first} + interval 1 month`
}
