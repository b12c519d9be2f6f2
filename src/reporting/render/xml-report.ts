import { quoteText } from '../../platform/clickhouse/sql-quoting.ts'
import {
  type Field,
  fieldsOfDefinition,
  RECORD_ELEMENT,
  REPORT_ELEMENT,
  xmlNameOfField,
  xmlNameOfGroup,
} from '../../records/index.ts'
import { type RenderedQuery, type ReportLayout, selectSql, zonedText } from './report-layout.ts'
import { dtdAddress, xmlHead } from './xml-head.ts'
import { cleanedSql, xmlEscapedSql } from './xml-text-sql.ts'

/** One element a record, in it one a group, in it one a field; what has no value has no element. */
export function xmlReport(layout: ReportLayout): RenderedQuery {
  const asked = new Set(layout.fields)
  const fields = fieldsOfDefinition(layout.definition).filter((field) => asked.has(field))
  const texts = fields.filter(isText).map((field) => layout.cells.text(field))
  const record = layout.cells.query.declare('record', recordSql(layout, fields))
  const line = cleanedSql(record, texts)
  return {
    head: headOf(layout),
    select: selectSql(layout, [`${line} as line`]),
    format: 'TSVRaw',
    foot: `</${REPORT_ELEMENT}>\n`,
  }
}

function headOf(layout: ReportLayout): string {
  const { definition, baseUrl, organizationId, period, timeZone } = layout
  return xmlHead({
    title: definition.title,
    version: definition.version,
    dtd: dtdAddress(baseUrl, definition.dtdCode),
    organizationId,
    from: zonedText(period.startsAt, timeZone),
    to: zonedText(period.endsAt, timeZone),
  })
}

function recordSql({ cells, source }: ReportLayout, fields: readonly Field[]): string {
  const groups = Map.groupBy(fields, ({ group }) => group)
  const written = [...groups].map(([group, own]) => {
    const elements = own.map((field) => {
      const text = cells.text(field)
      const name = xmlNameOfField(field.name)
      const content = isText(field) ? xmlEscapedSql(text) : text
      return source.isRepetitive(field)
        ? repetitiveElementSql(name, content)
        : elementSql(name, text, content)
    })
    const inner = cells.query.declare(`group_${own[0]?.id}`, joined(elements))
    return elementSql(xmlNameOfGroup(group), inner, inner)
  })
  return joined([`'<${RECORD_ELEMENT}>'`, ...written, `'</${RECORD_ELEMENT}>'`])
}

/** Nothing where there is no value. */
function elementSql(name: string, value: string, content: string): string {
  const [open, close] = [quoteText(`<${name}>`), quoteText(`</${name}>`)]
  return `if(${value} = '', '', concat(${open}, ${content}, ${close}))`
}

function repetitiveElementSql(name: string, content: string): string {
  return `replaceRegexpOne(${content}, '(?s)^.+$', ${quoteText(`<${name}>\\0</${name}>`)})`
}

function joined(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? `''`) : `concat(${parts.join(', ')})`
}

function isText({ type }: Field): boolean {
  return type.kind === 'text' || type.kind === 'code'
}
