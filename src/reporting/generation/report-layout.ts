import type { Field } from '../../catalogue/field.ts'
import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import type { ReportSource } from '../../records/index.ts'
import type { Period, ReportPreferences, ReportTerms } from '../reports/report.ts'
import type { CellSql } from './cell-sql.ts'

/** Everything that determines the content of a report. */
export type ReportLayout = {
  readonly definition: ReportDefinition
  /** In the requested order. */
  readonly fields: readonly Field[]
  readonly fieldAliases: ReportTerms['fieldAliases']
  readonly source: ReportSource
  readonly cells: CellSql
  readonly preferences: ReportPreferences
  readonly period: Period
  readonly timeZone: string
  readonly organizationId: string
  /** Public URL of the service, for the URL of the DTD. */
  readonly baseUrl: string
  /** Whether rows are sorted as they are stored, before they are rendered: rendered they take more space. */
  readonly sortsStoredRows: boolean
}

/** The query for the rows of a report, and the text before and after them. */
export type RenderedQuery = {
  readonly head: string
  /** One line per row, in the order of the records' identity. */
  readonly select: string
  /** For `lines`, `select` has one string column. */
  readonly format: 'lines' | 'parquet'
  readonly foot: string
  /** The rows of a group in a Parquet file, if not the usual number. */
  readonly rowsPerGroup?: number | undefined
}

/** The header of every report, before its rows. */
export type ReportTitle = {
  readonly title: string
  readonly version: string
  readonly organizationId: string
  readonly from: string
  readonly to: string
}

export function titleOf({ definition, organizationId, period, timeZone }: ReportLayout): ReportTitle {
  const { title, version } = definition
  const [from, to] = [zonedText(period.startsAt, timeZone), zonedText(period.endsAt, timeZone)]
  return { title, version, organizationId, from, to }
}

/** The name by which the field was requested. */
export function requestedNameOf({ fieldAliases }: Pick<ReportLayout, 'fieldAliases'>, { wireName }: Field): string {
  return fieldAliases[wireName] ?? wireName
}

/** The name of the field’s column: by the convention, which only CSV has, or as it was requested. */
export function columnNameOf(layout: Pick<ReportLayout, 'fieldAliases' | 'preferences'>, field: Field): string {
  const { fieldNameConvention } = layout.preferences
  if (fieldNameConvention === 'SOAPI') return field.soapiName
  if (fieldNameConvention === 'SCMP') return field.scmpName
  return requestedNameOf(layout, field)
}

/** Local time with its offset, such as `2026-03-09T00:00:00-08:00`. */
export function zonedText(instant: Temporal.Instant, timeZone: string): string {
  const local = instant.toZonedDateTimeISO(timeZone)
  return `${local.toPlainDateTime().toString({ smallestUnit: 'second' })}${local.offset}`
}

/** Selects the columns of all rows, in order. */
export function selectSql({ source, cells, sortsStoredRows }: ReportLayout, columns: readonly string[]): string {
  if (sortsStoredRows && source.dialect.keepsOrder) return cells.query.selectSql(columns, orderedRows(source))
  return `${cells.query.selectSql(columns)}\norder by ${source.order}`
}

export function orderedRows({ from, order }: ReportSource): string {
  return `(select * from ${from} order by ${order}) as ordered`
}
