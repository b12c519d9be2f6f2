import type { Field } from '../../../catalogue/field.ts'
import { type RenderedQuery, type ReportLayout, requestedNameOf, selectSql } from '../report-layout.ts'

/** The engine's default number of rows in a group, and the number that it must be a multiple of. */
const GROUP_ROWS = 122_880
const GROUP_ROWS_STEP = 2_048
/** A group is built in memory. */
const GROUP_CELLS_MAX = 5_000_000

/** Renders typed columns: amounts are exact decimals, instants are in UTC. */
export function parquetReport(layout: ReportLayout): RenderedQuery {
  const columns = layout.fields.map((field) => `${columnSql(layout, field)} as "${requestedNameOf(layout, field)}"`)
  const rowsPerGroup = rowsPerGroupOf(layout)
  return { head: '', select: selectSql(layout, columns), format: 'parquet', foot: '', rowsPerGroup }
}

function rowsPerGroupOf({ fields }: ReportLayout): number | undefined {
  if (fields.length * GROUP_ROWS <= GROUP_CELLS_MAX) return undefined
  return Math.max(1, Math.floor(GROUP_CELLS_MAX / fields.length / GROUP_ROWS_STEP)) * GROUP_ROWS_STEP
}

function columnSql({ cells, source: { dialect } }: ReportLayout, field: Field): string {
  const value = cells.value(field)
  switch (field.type.kind) {
    case 'text':
    case 'code':
      return `nullif(${dialect.textOf(value)}, '')`
    case 'instant':
      return dialect.utcInstant(value)
    case 'amount':
    case 'decimal':
    case 'integer':
    case 'date':
      return value
  }
}
