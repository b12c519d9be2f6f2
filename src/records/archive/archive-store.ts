import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Column } from '../../kernel/stored-column.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { IDENTITY, instantSql, ofMerchantsSql } from '../storage/record-sql.ts'

/** Selects records; a missing part does not restrict them. */
export type RecordRange = {
  /** As many as fit in one query. */
  readonly merchantIds?: readonly string[] | undefined
  readonly from?: Temporal.Instant | undefined
  /** Before this instant. */
  readonly to?: Temporal.Instant | undefined
}

/** A month such as 202603 and the number of its rows in the range; every version counts. */
type Month = { readonly yearMonth: number; readonly rows: number }

export async function monthsOf(engine: Engine, kind: RecordKind, range: RecordRange): Promise<readonly Month[]> {
  const { dialect } = engine
  return engine.rows<Month>(
    `select ${dialect.month('occurred_at')} as "yearMonth", count(*) as "rows" from ${kind.table}
      where ${withinRangeSql(dialect, range)} group by "yearMonth" order by "yearMonth"`,
    { isLong: true },
  )
}

type MonthRows = {
  readonly yearMonth: number
  readonly columns: readonly Column[]
  readonly range: RecordRange
}

/** Reads the rows of a month as a stream of lines, with all stored versions in order. */
export function readRows(
  engine: Engine,
  kind: RecordKind,
  { yearMonth, columns, range }: MonthRows,
): AsyncIterable<Uint8Array> {
  const { dialect } = engine
  return engine.lines(
    `select ${dialect.archivedRow(columns)} from ${kind.table}
      where ${withinMonthSql(dialect, yearMonth)} and ${withinRangeSql(dialect, range)}
      order by ${IDENTITY}, version`,
    { isLong: true, isSingle: true, cellsPerRow: columns.length },
  )
}

/** As bounds of the time, by which both engines can skip most of the table. */
function withinMonthSql({ instant }: Dialect, yearMonth: number): string {
  const [year, month] = [Math.floor(yearMonth / 100), yearMonth % 100]
  const [fromMs, toMs] = [Date.UTC(year, month - 1), Date.UTC(year, month)]
  return `occurred_at >= ${instant(fromMs)} and occurred_at < ${instant(toMs)}`
}

function withinRangeSql(dialect: Dialect, { merchantIds, from, to }: RecordRange): string {
  const conditions = [
    ...(merchantIds === undefined ? [] : [ofMerchantsSql(dialect, merchantIds)]),
    ...(from === undefined ? [] : [`occurred_at >= ${instantSql(dialect, from.epochMilliseconds)}`]),
    ...(to === undefined ? [] : [`occurred_at < ${instantSql(dialect, to.epochMilliseconds)}`]),
  ]
  return ['true', ...conditions].join(' and ')
}
