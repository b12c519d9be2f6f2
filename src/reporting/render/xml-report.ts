import type { Dialect } from '../../platform/engine/dialect.ts'
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
import { cleanedSql, isOddSql } from './xml-text-sql.ts'

/** One element a record, in it one a group, in it one a field; what has no value has no element. */
export function xmlReport(layout: ReportLayout): RenderedQuery {
  const asked = new Set(layout.fields)
  const fields = fieldsOfDefinition(layout.definition).filter((field) => asked.has(field))
  const { dialect } = layout.source
  const { query } = layout.cells
  const texts = fields.filter(isText).map((field) => layout.cells.text(field))
  const isOdd = isOddSql(dialect, query, texts)
  const record = query.declare('record', recordSql(layout, fields, isOdd ?? 'false'))
  const line = cleanedSql(dialect, record, isOdd)
  return {
    head: headOf(layout),
    select: selectSql(layout, [`${line} as line`]),
    format: 'lines',
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

function recordSql(
  { cells, source }: ReportLayout,
  fields: readonly Field[],
  isOdd: string,
): string {
  const { dialect } = source
  const groups = Map.groupBy(fields, ({ group }) => group)
  const written = [...groups].map(([group, own]) => {
    const elements = own.map((field) => {
      const text = cells.text(field)
      const name = xmlNameOfField(field.name)
      const content = isText(field) ? dialect.xmlEscaped(text, isOdd) : text
      return dialect.hasDictionaries && source.isRepetitive(field)
        ? repetitiveElementSql(dialect, name, content)
        : elementSql(dialect, name, { value: text, content })
    })
    const id = own[0]?.id
    const inner = cells.query.declare(`group_${id}`, cells.query.joined(`elements_${id}`, elements))
    return elementSql(dialect, xmlNameOfGroup(group), { value: inner, content: inner })
  })
  return cells.query.joined('groups', [
    `'<${RECORD_ELEMENT}>'`,
    ...written,
    `'</${RECORD_ELEMENT}>'`,
  ])
}

/** Nothing where there is no value. */
function elementSql(
  dialect: Dialect,
  name: string,
  { value, content }: { readonly value: string; readonly content: string },
): string {
  const [open, close] = [dialect.text(`<${name}>`), dialect.text(`</${name}>`)]
  return `case when ${value} = '' then '' else concat(${open}, ${content}, ${close}) end`
}

function repetitiveElementSql(dialect: Dialect, name: string, content: string): string {
  return dialect.replacedAll(content, '(?s)^(.+)$', `<${name}>\\1</${name}>`)
}

function isText({ type }: Field): boolean {
  return type.kind === 'text' || type.kind === 'code'
}
