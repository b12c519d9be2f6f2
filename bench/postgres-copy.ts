import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CURRENCIES, decimalsOfCurrency } from '../src/kernel/currency.ts'
import { BOUNDS } from '../src/platform/duckdb/process-settings.ts'
import { type BareDuckDb, ENGINE_BYTES_MAX } from './bare-duckdb.ts'
import { elapsedMs, postgresUrlIn } from './bench-service.ts'
import { type Month, REPORT_COLUMNS, REPORT_ORDER, storedRowsSql } from './report-rows.ts'

const AMOUNT = 'payment_data_requested_amount'
const CURRENCY = 'payment_data_requested_amount_currency_code'
const MOMENT = 'transaction_date'
const ORDER_COLUMNS = ['occurred_at', 'record_id'] as const
const ALL_COLUMNS = [...REPORT_COLUMNS, ...ORDER_COLUMNS]
/** All sorting processes together get the memory that the embedded engine gives DuckDB. */
const SORT_MIB = Math.floor((ENGINE_BYTES_MAX * BOUNDS.memoryShare) / 1024 ** 2 / 3)

/**
 * How long PostgreSQL takes to write the CSV of the same rows to a file: the same cells in the same order, from a
 * table with typed columns and no index. The second of two runs, because the first one fills its cache.
 */
export async function postgresCopyMs(
  { folder, duckDb, timeZone }: { folder: string; duckDb: BareDuckDb; timeZone: string },
  month: Month,
): Promise<number> {
  const database = new pg.Client({ connectionString: postgresUrlIn(folder) })
  await database.connect()
  try {
    await fillTable(database, { duckDb, file: join(folder, 'postgres-rows.csv'), month })
    await database.query(`set timezone = '${timeZone}'; set work_mem = '${SORT_MIB}MB'`)
    const { rows } = await database.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    const copy = async (): Promise<void> => {
      await database.query(copySql(join(rows[0]?.folder ?? '', 'bench-rows.csv')))
    }
    await copy()
    return await elapsedMs(copy)
  } finally {
    await database.query('drop table if exists bench_rows')
    await database.end()
  }
}

async function fillTable(
  database: pg.Client,
  { duckDb, file, month }: { duckDb: BareDuckDb; file: string; month: Month },
): Promise<void> {
  const columns = ALL_COLUMNS.map((column) => `${column} ${typeOf(column)}`)
  await database.query(`create unlogged table bench_rows (${columns.join(', ')})`)
  try {
    const stored = storedRowsSql(month, { columns: ALL_COLUMNS, order: '' })
    await duckDb.run(`copy (${stored}) to '${file}' (format csv, header false)`)
    const into = `copy bench_rows from stdin with (format csv)`
    await database.query(`set timezone = 'UTC'`)
    await pipeline(createReadStream(file), database.query(copyFrom(into)))
  } finally {
    rmSync(file, { force: true })
  }
  await database.query('vacuum analyze bench_rows')
}

function typeOf(column: string): string {
  if (column === AMOUNT) return 'numeric(18, 4)'
  return column === MOMENT || column === 'occurred_at' ? 'timestamptz' : 'text'
}

function copySql(file: string): string {
  const cells = REPORT_COLUMNS.map((column) => `${cellSql(column)} as ${column}`)
  const quoted = REPORT_COLUMNS.filter((column) => column !== AMOUNT)
  return `copy (select ${cells.join(', ')} from bench_rows ${REPORT_ORDER}) to '${file}'
    with (format csv, force_quote (${quoted.join(', ')}))`
}

/** A cell as our report prints it: local time with its offset, the decimals of the currency, no formulas. */
function cellSql(column: (typeof REPORT_COLUMNS)[number]): string {
  if (column === MOMENT) return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MSTZH:TZM')`
  if (column === AMOUNT) return amountSql()
  return `case when ascii(${column}) in (61, 43, 45, 64, 9, 13) then '''' || ${column} else ${column} end`
}

function amountSql(): string {
  const unusual = CURRENCIES.filter((code) => decimalsOfCurrency(code) !== 2)
  const cases = unusual.map((code) => `when '${code}' then ${decimalsOfCurrency(code)}`)
  const signed = `case when application_name = 'ics_credit' then abs(${AMOUNT}) else ${AMOUNT} end`
  return `round(${signed}, greatest(min_scale(${AMOUNT}), case ${CURRENCY} ${cases.join(' ')} else 2 end))`
}
