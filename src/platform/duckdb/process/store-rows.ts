import type { DuckDBConnection } from '@duckdb/node-api'
import type { Column, ColumnType } from '../../../kernel/stored-column.ts'
import { DUCKDB_DIALECT, NUMBER_COLUMN_TYPE, numberColumn, numberOf, quoteName } from '../duckdb-dialect.ts'
import { DUCKDB_TYPES, isMap, isText } from '../duckdb-types.ts'
import { BOUNDS } from '../process-settings.ts'
import type { InsertOrder } from '../protocol.ts'
import { EngineFailure } from './engine-failure.ts'
import type { RecordMonths } from './record-months.ts'

/** Two rows with the same values in these columns are the same record. */
export const IDENTITY = ['merchant_id', 'occurred_at', 'record_id'] as const
const IDENTIFYING: readonly string[] = [...IDENTITY, 'version']

/** Rows to store, one JSON object a line. */
export type RowsFile = InsertOrder & { readonly file: string }

type BatchFacts = {
  readonly rows: number
  readonly records: number
  readonly months: readonly number[]
  /** A condition on a row that all stored ones of these records fit, and few others. */
  readonly nearby: (row: string) => string
}

/**
 * Stores the rows of a file; call the returned function after the commit. Rows of records that
 * are stored with a lower version replace them, those with the same or a higher one are left out.
 *
 * The file is read twice: the first reading takes only the identities, and shows in most cases that all records
 * are new, so that the second can go straight into the table.
 */
export async function storeRows(
  connection: DuckDBConnection,
  months: RecordMonths,
  rows: RowsFile,
): Promise<() => void> {
  const table = quoteName(rows.table)
  const identities = rows.columns.filter(({ name }) => IDENTIFYING.includes(name))
  if (identities.length < IDENTIFYING.length) {
    throw new EngineFailure(undefined, `Rows for ${rows.table} lack a part of their identity.`)
  }
  await connection.run(`create or replace temp table incoming as select * from ${sourceSql(rows.file, identities)}`)
  try {
    const facts = await factsOf(connection)
    if (facts.rows === 0) return () => undefined
    const others = await otherColumns(connection, rows)
    const names = [...rows.columns, ...others].map(({ name }) => quoteName(name)).join(', ')
    const values = [...rows.columns.map(valueSql), ...others.map(({ value }) => value)].join(', ')
    const source = sourceSql(rows.file, rows.columns)
    const isKnown = await hasStored(connection, table, facts)
    if (isKnown) await connection.run(deleteOlderSql(table, facts))
    const conditions = isKnown ? `where not exists (${storedSql(table, facts, 'source')})` : ''
    const newest = facts.records < facts.rows ? NEWEST_OF_BATCH : ''
    await connection.run(
      `insert into ${table} (${names}) select ${values} from ${source} source ${conditions} ${newest}`,
    )
    return await months.written(connection, rows.table, facts.months)
  } finally {
    // Where the transaction has failed the table goes with it.
    await connection.run('drop table if exists incoming').catch(() => undefined)
  }
}

const EMPTY_MAP = 'map {}'
const NEWEST_OF_BATCH = `qualify row_number() over (
  partition by ${IDENTITY.map((name) => `source.${name}`).join(', ')} order by source.version desc) = 1`

/**
 * Columns of the table that the rows do not have: maps, which are empty although no default of the table can express
 * that, and the numbers that stand for indexed texts.
 */
async function otherColumns(
  connection: DuckDBConnection,
  { table, columns }: RowsFile,
): Promise<readonly { readonly name: string; readonly value: string }[]> {
  const reader = await connection.runAndReadAll(
    `select name, starts_with(type, 'MAP') from pragma_table_info(${DUCKDB_DIALECT.text(table)})
      where starts_with(type, 'MAP') or type = '${NUMBER_COLUMN_TYPE}'`,
  )
  const sent = new Set(columns.map(({ name }) => name))
  const numbered = new Map(columns.map(({ name }) => [numberColumn(name), numberOf(`source.${quoteName(name)}`)]))
  return reader.getRows().flatMap(([column, isMapColumn]) => {
    const name = String(column)
    const value = isMapColumn === true ? EMPTY_MAP : numbered.get(quoteName(name))
    return sent.has(name) || value === undefined ? [] : [{ name, value }]
  })
}

/** Groups twice instead of counting distinct values, which takes DuckDB twice as long for a small batch. */
async function factsOf(connection: DuckDBConnection): Promise<BatchFacts> {
  const month = DUCKDB_DIALECT.month('occurred_at')
  const reader = await connection.runAndReadAll(
    `select cast(month as integer) as month, cast(sum(versions) as integer) as rows, cast(count(*) as integer) as records,
       cast(min(occurred_at) as varchar) as first, cast(max(occurred_at) as varchar) as last
     from (select ${month} as month, occurred_at, count(*) as versions from incoming group by ${IDENTITY.join(', ')})
     group by month order by month`,
  )
  const months = reader.getRowObjectsJson() as unknown as readonly {
    readonly month: number
    readonly rows: number
    readonly records: number
    readonly first: string
    readonly last: string
  }[]
  const first = months.at(0)?.first
  const last = months.at(-1)?.last
  // Rows of one batch lie close together, and whole blocks of the table can be left out by their times.
  const nearby = (row: string): string => `${row}.occurred_at between timestamp '${first}' and timestamp '${last}'`
  return {
    rows: months.reduce((sum, { rows }) => sum + rows, 0),
    records: months.reduce((sum, { records }) => sum + records, 0),
    months: months.map(({ month: number }) => number),
    nearby,
  }
}

function sameRecord(left: string, right: string): string {
  return IDENTITY.map((name) => `${left}.${name} = ${right}.${name}`).join(' and ')
}

function storedSql(table: string, { nearby }: BatchFacts, other: string): string {
  return `select 1 from ${table} stored where ${nearby('stored')} and ${sameRecord('stored', other)}`
}

async function hasStored(connection: DuckDBConnection, table: string, facts: BatchFacts): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    `select 1 from ${table} stored semi join incoming on ${sameRecord('stored', 'incoming')}
     where ${facts.nearby('stored')} limit 1`,
  )
  return reader.currentRowCount > 0
}

function deleteOlderSql(table: string, { nearby }: BatchFacts): string {
  return `delete from ${table} stored using incoming
    where ${nearby('stored')} and ${sameRecord('stored', 'incoming')} and stored.version < incoming.version`
}

function sourceSql(file: string, columns: readonly Column[]): string {
  const types = columns.map(({ name, type }) => `${quoteName(name)}: ${DUCKDB_DIALECT.text(jsonType(type))}`)
  return `read_ndjson(${DUCKDB_DIALECT.text(file)}, columns = {${types.join(', ')}},
    format = 'newline_delimited', maximum_object_size = ${BOUNDS.rowMaxBytes})`
}

/** Bytes come as hexadecimal digits. */
function jsonType(type: ColumnType): string {
  return type === 'hash' ? 'VARCHAR' : DUCKDB_TYPES[type]
}

/** A missing value is read as null, not as the column's default. */
function valueSql({ name, type }: Column): string {
  const value = `source.${quoteName(name)}`
  if (isText(type)) return `coalesce(${value}, '')`
  if (isMap(type)) return `coalesce(${value}, ${EMPTY_MAP})`
  return type === 'hash' ? `unhex(${value})` : value
}
