import type { DuckDBConnection } from '@duckdb/node-api'
import type { Change } from '../../engine/engine.ts'
import { inSliceSql } from '../../engine/slices.ts'
import { DUCKDB_DIALECT, quoteName } from '../duckdb-dialect.ts'
import type { RecordMonths, TableMonth } from './record-months.ts'
import { Slicing } from './results/slicing.ts'
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
  { table, month, sliceMaxBytes }: TableMonth & { readonly sliceMaxBytes: number },
): Promise<() => void> {
  const name = quoteName(table)
  const ofMonth = monthSql(month)
  const rows = `${name} where ${ofMonth}`
  await connection.run(`create or replace temp table month_in_order as select * from ${name} limit 0`)
  const bytes = await rowBytesSql(connection, table)
  const isLong = await isTrue(connection, `select avg(${bytes}) > ${LONG_ROW_BYTES} from ${rows}`)
  if (isLong) await sortInSlices(connection, rows, { bytes, sliceMaxBytes })
  else await connection.run(`insert into month_in_order select * from ${rows} order by ${ORDER}`)
  await connection.run(`delete from ${rows}`)
  await connection.run(`insert into ${name} select * from month_in_order`)
  await connection.run('drop table month_in_order')
  return months.sorted(connection, { table, month })
}

const ORDER = IDENTITY.join(', ')
/** DuckDB cannot sort many rows that are much longer. */
const LONG_ROW_BYTES = 3_000

async function sortInSlices(
  connection: DuckDBConnection,
  rows: string,
  { bytes, sliceMaxBytes }: { readonly bytes: string; readonly sliceMaxBytes: number },
): Promise<void> {
  const keys = `select ${ORDER}, ${bytes} as bytes from ${rows} order by ${ORDER}`
  const slicing = await Slicing.open(connection, { keys }, sliceMaxBytes)
  try {
    const statement = await slicing.prepare(
      `insert into month_in_order select * from ${rows} and ${inSliceSql(ORDER)} order by ${ORDER}`,
    )
    for (const turn of slicing.turns) {
      await slicing.choose(turn)
      await statement.run()
    }
  } finally {
    await slicing.close()
  }
}

/** The approximate size of the texts and maps of a row in bytes. */
async function rowBytesSql(connection: DuckDBConnection, table: string): Promise<string> {
  const reader = await connection.runAndReadAll(
    `select column_name from duckdb_columns() where table_name = ${DUCKDB_DIALECT.text(table)} and not internal
     and (data_type = 'VARCHAR' or data_type like 'MAP%')`,
  )
  const names = reader.getRowsJS().map(([name]) => quoteName(String(name)))
  return ['0', ...names.map(DUCKDB_DIALECT.bytes)].join(' + ')
}

async function isTrue(connection: DuckDBConnection, sql: string): Promise<boolean> {
  return (await connection.runAndReadAll(sql)).getRowsJS()[0]?.[0] === true
}

/** A condition that DuckDB answers by the minimum and maximum values of a block of rows. */
function monthSql(month: number): string {
  const year = Math.floor(month / 100)
  const first = `make_timestamp(${year}, ${month % 100}, 1, 0, 0, 0)`
  return `occurred_at >= ${first} and occurred_at < ${first} + interval 1 month`
}
