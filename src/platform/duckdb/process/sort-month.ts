import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from '../quote-name.ts'
import { monthSql } from './change-rows.ts'
import type { RecordMonths, TableMonth } from './record-months.ts'
import { IDENTITY } from './store-rows.ts'

/**
 * Puts the rows of a month in the order of merchant and time: then a merchant's rows lie in few blocks, and the others
 * need not be read.
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
