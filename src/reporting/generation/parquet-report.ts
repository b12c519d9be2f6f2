import type { Field } from '../../catalogue/field.ts'
import { type RenderedQuery, type ReportLayout, requestedNameOf, selectSql } from './report-layout.ts'

/** Renders typed columns: amounts are exact decimals, instants are in UTC. */
export function parquetReport(layout: ReportLayout): RenderedQuery {
  const columns = layout.fields.map((field) => `${columnSql(layout, field)} as "${requestedNameOf(layout, field)}"`)
  return { head: '', select: selectSql(layout, columns), format: 'parquet', foot: '' }
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
