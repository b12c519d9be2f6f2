import { quoteText } from '../../platform/clickhouse/sql-quoting.ts'
import type { Field } from '../../records/index.ts'
import { type RenderedQuery, type ReportLayout, selectSql } from './report-layout.ts'

/** One object a record, with every field that was asked for; null where there is no value. */
export function ndjsonReport(layout: ReportLayout): RenderedQuery {
  const members = layout.fields.map((field, index) => {
    const name = `${index === 0 ? '{' : ','}${JSON.stringify(field.wireName)}:`
    return `${quoteText(name)}, ${valueSql(layout, field)}`
  })
  return {
    head: '',
    select: selectSql(layout, [`concat(${members.join(', ')}, '}') as line`]),
    format: 'TSVRaw',
    foot: '',
  }
}

/** Numbers are written with the digits that they have elsewhere. */
function valueSql({ cells }: ReportLayout, field: Field): string {
  const text = cells.text(field)
  const isNumber = ['amount', 'decimal', 'integer'].includes(field.type.kind)
  return `if(${text} = '', 'null', ${isNumber ? text : `toJSONString(toString(${text}))`})`
}
