import { createReadStream } from 'node:fs'
import { ALL_KINDS, findKind, type RecordKind } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ColumnType } from '../../kernel/stored-column.ts'
import { type Engine, type Reader, rowsOfLines } from '../../platform/engine/engine.ts'
import { partsByWeight } from '../storage/query-parts.ts'
import { erasedHashSql } from '../storage/record-sql.ts'
import { readRows, withinMonthSql } from './archive-store.ts'
import { batchesOf, linesOf } from './archived-rows.ts'

/** The records of a kind and a month, as backups copy them. */
export type RecordMonth = {
  readonly kind: RecordKind
  /** Such as 202603. */
  readonly month: string
  readonly rows: number
  /** Another text once a record of the month was added, corrected, erased or removed. */
  readonly mark: string
}

type MonthRow = { readonly month: string; readonly rows: number; readonly mark: string }

/** The months that have records, with their marks. */
export async function listRecordMonths(engine: Engine): Promise<readonly RecordMonth[]> {
  const months: RecordMonth[] = []
  for (const kind of ALL_KINDS) {
    const rows = await engine.rows<MonthRow>(monthsSql(engine, kind), { isLong: true })
    for (const row of rows) months.push({ kind, ...row })
  }
  return months
}

/**
 * Each change moves one of the numbers: a new record the count, a correction the versions, a removal with as many new
 * records the times of arrival, an erasure the erased ones.
 */
function monthsSql({ dialect }: Engine, kind: RecordKind): string {
  const { textOf, month, ms } = dialect
  const numbers = [
    'count(*)',
    'sum(version)',
    `sum(${ms('received_at')})`,
    `max(${ms('received_at')})`,
    `sum(case when content_hash = ${erasedHashSql(dialect)} then 1 else 0 end)`,
    'sum(is_deleted)',
  ]
  const mark = numbers.map(textOf).join(` || ' ' || `)
  return `select ${textOf(month('occurred_at'))} as "month", count(*) as "rows",
      '${columnsOf(kind).length} ' || ${mark} as "mark"
    from ${kind.table} group by "month" order by "month"`
}

/** The name of the month's file, which says how it is written. */
export function recordFileName({ hasSnapshots }: Engine, { kind, month }: Pick<RecordMonth, 'kind' | 'month'>): string {
  return `${kind.name}-${month}.${hasSnapshots ? 'parquet' : 'ndjson'}`
}

/** Months of one kind are read together up to this many rows: a state that is held for long costs the engine space. */
const ROWS_TOGETHER_MAX = 200_000

type MonthWork = (month: RecordMonth, content: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Reads months as files, one after the other: Parquet by the embedded engine, lines as `records export` has them by a
 * server. Each file shows one state.
 */
export async function readRecordMonths(engine: Engine, months: readonly RecordMonth[], work: MonthWork): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(months, (month) => month.kind)) {
    for (const part of partsByWeight(ofKind, ({ rows }) => rows, ROWS_TOGETHER_MAX)) {
      await readTogether(engine, { kind, months: part }, work)
    }
  }
}

type MonthsOfKind = { readonly kind: RecordKind; readonly months: readonly RecordMonth[] }

async function readTogether(engine: Engine, { kind, months }: MonthsOfKind, work: MonthWork): Promise<void> {
  if (!engine.hasSnapshots) {
    const columns = columnsOf(kind)
    for (const each of months) await work(each, readRows(engine, kind, { month: each.month, columns, range: {} }))
    return
  }
  await engine.snapshot(async (reader) => {
    const select = await selectUsed(reader, { kind, months })
    for (const each of months) {
      const sql = `${select} where ${withinMonthSql(engine.dialect, each.month)}`
      await work(each, reader.parquet(sql, { isLong: true }))
    }
  })
}

/**
 * Without the columns that are empty in all rows, which are most: writing them takes three times as long as the rest. One
 * query for all months, since most are small. A record that arrived after it would lose a column that was empty before.
 */
async function selectUsed(reader: Reader, { kind, months }: MonthsOfKind): Promise<string> {
  const { dialect } = reader
  const columns = columnsOf(kind).filter(({ type }) => isText(type) || type.startsWith('nullable'))
  const used = columns.map(({ name, type }, index) => {
    const isUsed = isText(type) ? `max("${name}") <> ''` : `count("${name}") > 0`
    return `case when ${isUsed} then 1 else 0 end as "c${index}"`
  })
  const within = months.map(({ month }) => `(${withinMonthSql(dialect, month)})`)
  const [row = {}] = await reader.rows<Readonly<Record<string, number>>>(
    `select ${used.join(', ')} from ${kind.table} where ${within.join(' or ')}`,
    { isLong: true },
  )
  const empty = columns.filter((_, index) => row[`c${index}`] === 0).map(({ name }) => name)
  return `select ${dialect.allBut(empty)} from ${kind.table}`
}

function isText(type: ColumnType): boolean {
  return type === 'text' || type === 'repetitive-text'
}

type LoadedMonth = {
  readonly kind: RecordKind
  readonly month: string
  /** Below the exports folder of the engine. */
  readonly file: string
  readonly format: 'parquet' | 'ndjson'
}

const BATCH_BYTES = 16 * 1024 * 1024

/** Stores a month's file in tables that have nothing of it. */
export async function loadRecordMonth(engine: Engine, { kind, month, file, format }: LoadedMonth): Promise<void> {
  if (format === 'ndjson') {
    const lines = linesOf(createReadStream(file) as AsyncIterable<Buffer>)
    for await (const batch of batchesOf(lines, BATCH_BYTES)) {
      await engine.insert(kind.table, rowsOfLines(columnsOf(kind), batch))
    }
    return
  }
  const { name } = await engine.describe()
  if (engine.loadParquet === undefined) {
    throw new AppError(
      'conflict',
      'OTHER_ENGINE',
      `Parquet files of a backup are for the embedded engine, not for ${name}.`,
    )
  }
  await engine.loadParquet({ table: kind.table, month, file })
}

/** Reads the name of a month's file; undefined for any other name. */
export function recordMonthOf(
  fileName: string,
): { readonly kind: RecordKind; readonly month: string; readonly format: 'parquet' | 'ndjson' } | undefined {
  const [, name = '', month = '', format] = /^([a-z-]+)-(\d{6})\.(parquet|ndjson)$/.exec(fileName) ?? []
  const kind = findKind(name)
  return kind === undefined ? undefined : { kind, month, format: format === 'parquet' ? 'parquet' : 'ndjson' }
}
