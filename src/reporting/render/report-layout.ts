import type { Field } from '../../catalogue/field.ts'
import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import type { ReportSource } from '../../records/index.ts'
import type { Period, ReportPreferences } from '../reports/report.ts'
import type { CellSql } from './cell-sql.ts'

/** All that decides what a report looks like. */
export type ReportLayout = {
  readonly definition: ReportDefinition
  /** In the order asked for. */
  readonly fields: readonly Field[]
  readonly source: ReportSource
  readonly cells: CellSql
  readonly preferences: ReportPreferences
  readonly period: Period
  readonly timeZone: string
  readonly organizationId: string
  /** Public address of the service, for the address of the DTD. */
  readonly baseUrl: string
}

/** How the rows of a report are to be asked for, and what stands around them. */
export type RenderedQuery = {
  readonly head: string
  /** One line a row, in the order of the records' identity. */
  readonly select: string
  /** For lines, `select` has one column of text. */
  readonly format: 'lines' | 'parquet'
  readonly foot: string
}

/** `2026-03-09T00:00:00-08:00`, as local time in the report's zone. */
export function zonedText(instant: Temporal.Instant, timeZone: string): string {
  const local = instant.toZonedDateTimeISO(timeZone)
  return `${local.toPlainDateTime().toString({ smallestUnit: 'second' })}${local.offset}`
}

/** The rows, in order, from what they are read from. */
export function selectSql({ source, cells }: ReportLayout, columns: readonly string[]): string {
  return `${cells.query.selectSql(columns)}\norder by ${source.order}`
}

/** The same where lines are much longer than what they are made of: less is sorted if they are made afterwards. */
export function longLinesSql(layout: ReportLayout, columns: readonly string[]): string {
  const { source, cells } = layout
  if (!source.dialect.keepsOrder) return selectSql(layout, columns)
  return cells.query.selectSql(columns, orderedRows(source))
}

export function orderedRows({ from, order }: ReportSource): string {
  return `(select * from ${from} order by ${order}) as ordered`
}
