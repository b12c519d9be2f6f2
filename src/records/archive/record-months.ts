import { createReadStream } from 'node:fs'
import { ALL_KINDS, findKind, type RecordKind } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ColumnType } from '../../kernel/stored-column.ts'
import { type Engine, type Reader, rowsOfLines } from '../../platform/engine/engine.ts'
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

/** The records of a month as a file: Parquet by the embedded engine, lines as `records export` has them by a server. */
export function readRecordMonth(engine: Engine, { kind, month }: RecordMonth): AsyncIterable<Uint8Array> {
  if (!engine.hasSnapshots) return readRows(engine, kind, { month, columns: columnsOf(kind), range: {} })
  return inSnapshot(engine, (reader) => readParquet(reader, kind, withinMonthSql(engine.dialect, month)))
}

/** Reads everything from one state. */
async function* inSnapshot(
  engine: Engine,
  read: (reader: Reader) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const opened = Promise.withResolvers<Reader>()
  const ended = Promise.withResolvers<void>()
  const held = engine.snapshot((reader) => {
    opened.resolve(reader)
    return ended.promise
  })
  held.catch(opened.reject)
  try {
    yield* read(await opened.promise)
  } finally {
    ended.resolve()
    await held
  }
}

/**
 * Without the columns that are empty in all rows, which are most: writing them takes three times as long as the rest. A
 * record that arrived between both queries would lose a column that was empty before.
 */
async function* readParquet(reader: Reader, kind: RecordKind, where: string): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(kind).filter(({ type }) => isText(type) || type.startsWith('nullable'))
  const used = columns.map(({ name, type }, index) => {
    const isUsed = isText(type) ? `max("${name}") <> ''` : `count("${name}") > 0`
    return `case when ${isUsed} then 1 else 0 end as "c${index}"`
  })
  const [row = {}] = await reader.rows<Readonly<Record<string, number>>>(
    `select ${used.join(', ')} from ${kind.table} where ${where}`,
    { isLong: true },
  )
  const empty = columns.filter((_, index) => row[`c${index}`] === 0).map(({ name }) => name)
  yield* reader.parquet(`select ${reader.dialect.allBut(empty)} from ${kind.table} where ${where}`, { isLong: true })
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
