import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Column } from '../../kernel/stored-column.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { inSliceSql } from '../../platform/engine/slices.ts'
import { countByMonth } from '../storage/count-by-month.ts'
import { IDENTITY, instantSql, ofMerchantsSql, sizeSql } from '../storage/record-sql.ts'
import { archivedRowSql } from './archived-row-sql.ts'

/** Selects records; a missing part does not restrict them. */
export type RecordRange = {
  /** As many as fit in one query. */
  readonly merchantIds?: readonly string[] | undefined
  readonly from?: Temporal.Instant | undefined
  /** Before this instant. */
  readonly to?: Temporal.Instant | undefined
}

/** Counts the stored rows in the range by month; every version counts. */
export function countInRange(engine: Engine, kind: RecordKind, range: RecordRange): ReturnType<typeof countByMonth> {
  return countByMonth(engine, kind, withinRangeSql(engine.dialect, range), { isLong: true })
}

type MonthRows = {
  readonly month: string
  readonly columns: readonly Column[]
  readonly range: RecordRange
}

/**
 * Reads the rows of a month as a stream of lines, with all stored versions in order; in slices where the engine has
 * them, since it stores one version of a record, and lines of a large month do not fit in memory.
 */
export function readRows(
  engine: Engine,
  kind: RecordKind,
  { month, columns, range }: MonthRows,
): AsyncIterable<Uint8Array> {
  const { dialect, hasSnapshots } = engine
  const within = `${kind.table} where ${withinMonthSql(dialect, month)} and ${withinRangeSql(dialect, range)}`
  const keys = `select ${IDENTITY}, ${sizeSql(dialect, columns)} as bytes from ${within} order by ${IDENTITY}`
  return engine.lines(
    `select ${archivedRowSql(dialect, columns)} from ${within}${hasSnapshots ? ` and ${inSliceSql(IDENTITY)}` : ''}
      order by ${IDENTITY}, version`,
    { isLong: true, isSingle: true, cellsPerRow: columns.length, slices: hasSnapshots ? { keys } : undefined },
  )
}

/** As bounds of the time, by which both engines can skip most of the table. */
export function withinMonthSql({ instant }: Dialect, yearMonth: string): string {
  const [year, month] = [Number(yearMonth.slice(0, 4)), Number(yearMonth.slice(4))]
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
