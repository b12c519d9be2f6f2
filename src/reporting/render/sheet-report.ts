import type { Field } from '../../records/index.ts'
import { type RenderedQuery, type ReportLayout, selectSql } from './report-layout.ts'
import { cleanedSql, xmlEscapedSql } from './xml-text-sql.ts'

/** Numbers with more digits would be rounded by the spreadsheet, so they are texts there. */
const DIGITS_MAX = 15

/** Rows of a spreadsheet's sheet, one a line: what a line feed would end is written as a reference. */
export function sheetReport(layout: ReportLayout): RenderedQuery {
  const cells = layout.fields.map((field) => cellSql(layout, field))
  const texts = layout.fields
    .filter(({ type }) => type.kind === 'text' || type.kind === 'code')
    .map((field) => layout.cells.text(field))
  const row = layout.cells.declare('record', `concat('<row>', ${cells.join(', ')}, '</row>')`)
  const line = `replaceAll(${cleanedSql(row, texts)}, '\\n', '&#10;')`
  return { head: '', select: selectSql(layout, [`${line} as line`]), format: 'TSVRaw', foot: '' }
}

function cellSql({ cells }: ReportLayout, field: Field): string {
  const text = cells.text(field)
  const content = textCell(text)
  const filled = ['amount', 'decimal', 'integer'].includes(field.type.kind)
    ? `if(length(${text}) <= ${DIGITS_MAX}, ${numberCell(text)}, ${content})`
    : content
  return `if(${text} = '', '<c/>', ${filled})`
}

/** The styles of the workbook: 1 to 4 show 0, 2, 3 and 4 decimals, 0 whatever there is. */
function numberCell(text: string): string {
  const point = `position(${text}, '.')`
  const decimals = `if(${point} = 0, 0, length(${text}) - ${point})`
  const style = `multiIf(${decimals} = 0, '1', ${decimals} <= 2, '2', ${decimals} = 3, '3', ${decimals} = 4, '4', '0')`
  return `concat('<c s="', ${style}, '"><v>', ${text}, '</v></c>')`
}

/** A spreadsheet reads _x0041_ as an escaped sign, so an underline that begins one is escaped itself. */
function textCell(text: string): string {
  const underlined = `replaceRegexpAll(${text}, '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\\\1')`
  return `concat('<c t="inlineStr"><is><t xml:space="preserve">', ${xmlEscapedSql(underlined)}, '</t></is></c>')`
}
