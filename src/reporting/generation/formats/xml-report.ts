import type { Field } from '../../../catalogue/field.ts'
import { fieldsOfDefinition } from '../../../catalogue/report-definition.ts'
import { RECORD_ELEMENT, REPORT_ELEMENT, xmlNameOfField, xmlNameOfGroup } from '../../../catalogue/xml-names.ts'
import type { Dialect } from '../../../platform/engine/dialect.ts'
import { type RenderedQuery, type ReportLayout, selectSql, titleOf } from '../report-layout.ts'
import { dtdAddress, xmlPreamble } from './xml-preamble.ts'
import { cleanedSql, isOddSql, isText } from './xml-text-sql.ts'

/**
 * Renders one element per record, containing one per group, containing one per field; a missing value has no element.
 */
export function xmlReport(layout: ReportLayout): RenderedQuery {
  const requested = new Set(layout.fields)
  const fields = fieldsOfDefinition(layout.definition).filter((field) => requested.has(field))
  const { dialect } = layout.source
  const { query } = layout.cells
  const texts = fields.filter(isText).map((field) => layout.cells.text(field))
  const isOdd = isOddSql(dialect, query, texts)
  const record = query.declare('record', recordSql(layout, fields, isOdd ?? 'false'))
  const line = cleanedSql(dialect, record, isOdd)
  return {
    head: xmlPreamble(titleOf(layout), dtdAddress(layout.baseUrl, layout.definition.dtdCode)),
    select: selectSql(layout, [`${line} as line`]),
    format: 'lines',
    foot: `</${REPORT_ELEMENT}>\n`,
  }
}

function recordSql(layout: ReportLayout, fields: readonly Field[], isOdd: string): string {
  const groups = Map.groupBy(fields, ({ group }) => group)
  const pieces = [...groups].flatMap(([group, own]) => groupPieces(layout, group, { own, isOdd }))
  return layout.cells.query.joined('pieces', [`'<${RECORD_ELEMENT}>'`, ...pieces, `'</${RECORD_ELEMENT}>'`])
}

/** The expressions of a group's element. They are not concatenated separately, because that would copy many bytes. */
function groupPieces(
  { cells, source }: ReportLayout,
  group: string,
  { own, isOdd }: { readonly own: readonly Field[]; readonly isOdd: string },
): readonly string[] {
  const { dialect } = source
  const elements = own.flatMap((field) => {
    const text = cells.text(field)
    const name = xmlNameOfField(field.name)
    const content = isText(field) ? dialect.xmlEscaped(text, isOdd) : text
    return dialect.hasDictionaries && source.isRepetitive(field)
      ? [repetitiveElementSql(dialect, name, content)]
      : framed(dialect, name, { isEmpty: `${text} = ''`, content: [content] })
  })
  const isEmpty = dialect.areEmpty(own.map((field) => cells.text(field)))
  return framed(dialect, xmlNameOfGroup(group), { isEmpty, content: elements })
}

/** An element around its content; nothing for a missing value. */
function framed(
  dialect: Dialect,
  name: string,
  { isEmpty, content }: { readonly isEmpty: string; readonly content: readonly string[] },
): readonly string[] {
  const tag = (text: string): string => `case when ${isEmpty} then '' else ${dialect.text(text)} end`
  return [tag(`<${name}>`), ...content, tag(`</${name}>`)]
}

function repetitiveElementSql(dialect: Dialect, name: string, content: string): string {
  return dialect.replacedAll(content, '(?s)^(.+)$', `<${name}>\\1</${name}>`)
}
