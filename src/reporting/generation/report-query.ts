import { fieldNamed } from '../../catalogue/catalogue.ts'
import type { Field } from '../../catalogue/field.ts'
import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import { filtersOf } from '../../catalogue/report-filters.ts'
import { assert } from '../../kernel/assert.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { type RecordSelection, reportSource } from '../../records/index.ts'
import type { Report, ReportMimeType } from '../reports/report.ts'
import { cellSql } from './cell-sql.ts'
import { csvReport } from './formats/csv-report.ts'
import { ndjsonReport } from './formats/ndjson-report.ts'
import { parquetReport } from './formats/parquet-report.ts'
import { sheetReport } from './formats/sheet-report.ts'
import { xmlReport } from './formats/xml-report.ts'
import type { RenderedQuery, ReportLayout } from './report-layout.ts'

const RENDERERS: Readonly<Record<ReportMimeType, (layout: ReportLayout) => RenderedQuery>> = {
  'text/csv': csvReport,
  'application/xml': xmlReport,
  'application/x-ndjson': ndjsonReport,
  'application/vnd.apache.parquet': parquetReport,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': sheetReport,
}

/** With more fields than this, stored rows take less space than rendered ones, most values of which are missing. */
const RENDERED_FIELDS_MAX: Readonly<Record<ReportMimeType, number>> = {
  'text/csv': Number.POSITIVE_INFINITY,
  'application/xml': 0,
  'application/x-ndjson': 0,
  'application/vnd.apache.parquet': 40,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 0,
}

/** Formats with one line per row that does not depend on the rows before it. */
const LINE_FORMATS: ReadonlySet<ReportMimeType> = new Set(['text/csv', 'application/xml', 'application/x-ndjson'])
/** Lines of all stored parts are made concurrently: more cells would need too much memory. */
const PARTS_CELLS_MAX = 400

/**
 * Whether it is faster to read records that are stored once without merging parts. Lines can then be made before the
 * parts are merged; for many columns, the merge that also collapses versions is faster.
 */
export function isQuickerSingle({ terms }: Report, parts: number): boolean {
  return LINE_FORMATS.has(terms.mimeType) && parts * terms.fields.length <= PARTS_CELLS_MAX
}

/** The inputs of a report apart from its own terms. */
export type ReportScope = {
  readonly merchantIds: readonly string[]
  readonly agingLookBackDays: number
  readonly receivedUntilMs: number | undefined
  /** Whether every record is known to be stored once. */
  readonly isSingle?: boolean
  /** Whether the rows are read in slices. */
  readonly isSliced?: boolean
  readonly baseUrl: string
}

export function definitionOf({ terms }: Pick<Report, 'terms'>): ReportDefinition {
  const definition = findReportDefinition(terms.definitionName)
  assert(definition !== undefined, `Unknown report definition ${terms.definitionName}.`)
  return definition
}

/** The records that the report is about. */
export function selectionOf(report: Report, scope: ReportScope): RecordSelection {
  const { terms, period } = report
  const definition = definitionOf(report)
  const known = new Map(filtersOf(definition).map(({ name, field }) => [name, field]))
  const filters = Object.entries(terms.filters).map(([name, values]) => {
    const field = known.get(name)
    assert(field !== undefined, `The report definition ${definition.name} has no filter ${name}.`)
    return { field, values }
  })
  const { merchantIds, agingLookBackDays, receivedUntilMs, isSingle = false, isSliced = false } = scope
  return {
    definition,
    merchantIds,
    fromMs: period.startsAt.epochMilliseconds,
    toMs: period.endsAt.epochMilliseconds,
    timeZone: terms.timeZone,
    agingLookBackDays,
    receivedUntilMs,
    filters,
    isSingle,
    slicedBy: isSliced ? { fields: terms.fields.map(fieldNamed), areRowsWhole: true } : undefined,
  }
}

/** Slices are sorted as they are stored: rows are then rendered by one thread, which takes half as much memory. */
function sortsStoredRows({ terms }: Report, { isSliced = false }: ReportScope): boolean {
  return isSliced || terms.fields.length > RENDERED_FIELDS_MAX[terms.mimeType]
}

export function layoutOf(dialect: Dialect, report: Report, scope: ReportScope): ReportLayout {
  const { terms, period, organizationId } = report
  const selection = selectionOf(report, scope)
  const { timeZone, preferences } = terms
  const source = reportSource(dialect, selection)
  const { signedAmounts } = preferences
  return {
    definition: selection.definition,
    fields: terms.fields.map(fieldNamed),
    fieldAliases: terms.fieldAliases,
    source,
    cells: cellSql({ source, signedAmounts, timeZone, span: selection }),
    preferences,
    period,
    timeZone,
    organizationId,
    baseUrl: scope.baseUrl,
    sortsStoredRows: sortsStoredRows(report, scope),
  }
}

export function renderedQuery(layout: ReportLayout, mimeType: ReportMimeType): RenderedQuery {
  return RENDERERS[mimeType](layout)
}

/** The amounts that are totaled, with the field of their currency. */
export type Totalled = { readonly field: Field; readonly currency: Field | undefined }

export function totalledFields({ fields }: ReportLayout): readonly Totalled[] {
  return fields.flatMap((field) => {
    if (field.type.kind !== 'amount') return []
    const { currencyField } = field.type
    return [{ field, currency: currencyField === undefined ? undefined : fieldNamed(currencyField) }]
  })
}
