import type { Field } from '../../records/index.ts'
import { type RenderedQuery, type ReportLayout, selectSql, zonedText } from './report-layout.ts'

/** First signs of texts that a spreadsheet would run. */
export const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r']
/** Not a list behind IN: engines make a join of that, which takes a hundred times as long for many cells. */
const FORMULA_CASES = FORMULA_STARTS.map((sign) => `when ${sign.charCodeAt(0)} then '"'''`).join(
  ' ',
)
const FORMULA_START = `^([${FORMULA_STARTS.map((sign) => `\\${sign}`).join('')}])`

/** RFC 4180 with a line that says what it is, and a line of column names. Numbers are never quoted. */
export function csvReport(layout: ReportLayout): RenderedQuery {
  const { fields } = layout
  const cells = fields.map((field, index) => [
    ...(index === 0 ? [] : [`','`]),
    ...csvCell(layout, field),
  ])
  const line = layout.cells.query.joined('cells', cells.flat())
  return {
    head: `${csvLine(titleCells(layout))}${csvLine(fields.map((field) => nameOf(layout, field)))}`,
    select: selectSql(layout, [`${line} as line`]),
    format: 'lines',
    foot: '',
  }
}

/** What the first line says: title, version, period, whose it is; padded to the number of columns. */
export function titleCells(layout: ReportLayout): readonly string[] {
  const { definition, period, timeZone, organizationId, fields } = layout
  const { startsAt, endsAt } = period
  const cells = [
    definition.title,
    `Version ${definition.version}`,
    `${zonedText(startsAt, timeZone)} to ${zonedText(endsAt, timeZone)}`,
    organizationId,
  ]
  const missing = Math.max(0, fields.length - cells.length)
  return [...cells, ...Array.from({ length: missing }, () => '')]
}

export function nameOf({ preferences }: ReportLayout, field: Field): string {
  if (preferences.fieldNameConvention === 'SOAPI') return field.soapiName
  if (preferences.fieldNameConvention === 'SCMP') return field.scmpName
  return field.wireName
}

/** Texts are quoted, also empty ones; what has no value is empty. */
function csvCell({ cells, source }: ReportLayout, field: Field): readonly string[] {
  const text = cells.text(field)
  switch (field.type.kind) {
    case 'text':
    case 'code': {
      const { dialect } = source
      const escaped = dialect.replaced(text, '"', '""')
      if (dialect.hasDictionaries && source.isRepetitive(field)) {
        return [`concat('"', ${dialect.replacedAll(escaped, FORMULA_START, `'\\1`)}, '"')`]
      }
      const opening = `case ${dialect.firstByte(text)} ${FORMULA_CASES} else '"' end`
      return [opening, escaped, `'"'`]
    }
    case 'date':
    case 'instant':
      return [`case when ${text} = '' then '' else concat('"', ${text}, '"') end`]
    case 'integer':
    case 'amount':
    case 'decimal':
      return [text]
  }
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\n`
}

function quotedIfNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
