import type { Field } from '../../../catalogue/field.ts'
import { type RenderedQuery, type ReportLayout, requestedNameOf, selectSql } from '../report-layout.ts'

/** Renders one object per record with every requested field; null for a missing value. */
export function ndjsonReport(layout: ReportLayout): RenderedQuery {
  const members = layout.fields.map((field, index) => {
    const name = `${index === 0 ? '{' : ','}${JSON.stringify(requestedNameOf(layout, field))}:`
    return [layout.source.dialect.text(name), valueSql(layout, field)]
  })
  const { query } = layout.cells
  const object = query.joined('members', [...members.flat(), `'}'`])
  const line = layout.source.dialect.jsonLine(query.declare('object', object))
  return {
    head: '',
    select: selectSql(layout, [`${line} as line`]),
    format: 'lines',
    foot: '',
  }
}

/** Numbers have the same digits as in the other formats. */
function valueSql({ cells, source }: ReportLayout, field: Field): string {
  const text = cells.text(field)
  const isNumber = ['amount', 'decimal', 'integer'].includes(field.type.kind)
  const written = isNumber ? text : source.dialect.jsonText(text)
  return `case when ${text} = '' then 'null' else ${written} end`
}
