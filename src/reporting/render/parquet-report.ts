import type { Field } from '../../records/index.ts'
import { type RenderedQuery, type ReportLayout, selectSql } from './report-layout.ts'

/** Typed columns: amounts as exact decimals, instants in UTC. */
export function parquetReport(layout: ReportLayout): RenderedQuery {
  const columns = layout.fields.map(
    (field) => `${columnSql(layout, field)} as \`${field.wireName}\``,
  )
  return { head: '', select: selectSql(layout, columns), format: 'Parquet', foot: '' }
}

function columnSql({ cells }: ReportLayout, field: Field): string {
  const value = cells.value(field)
  const isText = field.type.kind === 'text' || field.type.kind === 'code'
  return isText ? `nullIf(toString(${value}), '')` : value
}
