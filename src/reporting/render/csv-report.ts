import type { Field } from '../../records/index.ts'
import { type RenderedQuery, type ReportLayout, selectSql, zonedText } from './report-layout.ts'

/** First bytes of texts that a spreadsheet would run: = + - @ tab and carriage return. */
const FORMULA_STARTS = [61, 43, 45, 64, 9, 13].join(', ')

/** RFC 4180 with a line that says what it is, and a line of column names. Numbers are never quoted. */
export function csvReport(layout: ReportLayout): RenderedQuery {
  const { fields } = layout
  const columns = fields.map((field, index) => `${csvCell(layout, field)} as c${index}`)
  return {
    head: `${csvLine(titleCells(layout))}${csvLine(fields.map((field) => nameOf(layout, field)))}`,
    select: selectSql(layout, columns),
    format: 'CSV',
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

function csvCell({ cells }: ReportLayout, field: Field): string {
  const printed = cells.printed(field)
  if (field.type.kind !== 'text' && field.type.kind !== 'code') return printed
  return `if(reinterpretAsUInt8(${printed}) in (${FORMULA_STARTS}), concat('\\'', ${printed}), ${printed})`
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\n`
}

function quotedIfNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
