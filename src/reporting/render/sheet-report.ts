import type { Field } from '../../records/index.ts'
import type { RenderedQuery, ReportLayout } from './report-layout.ts'
import { columnName, HEAD_ROWS, XLSX_ROWS_MAX } from './xlsx-parts.ts'
import { cleanedSql, xmlEscapedSql } from './xml-text-sql.ts'

/** Numbers with more digits would be rounded by the spreadsheet, so they are texts there. */
const DIGITS_MAX = 15

/** Rows of a spreadsheet's sheet, one a line: what a line feed would end is written as a reference. */
export function sheetReport(layout: ReportLayout): RenderedQuery {
  const { fields, cells } = layout
  const written = fields.map((field, index) => cellSql(layout, field, columnName(index + 1)))
  const texts = fields
    .filter(({ type }) => type.kind === 'text' || type.kind === 'code')
    .map((field) => cells.text(field))
  const row = cells.query.declare(
    'record',
    `concat('<row r="', sheet_row, '">', ${written.join(', ')}, '</row>')`,
  )
  const line = `replaceAll(${cleanedSql(row, texts)}, '\\n', '&#10;')`
  const select = cells.query.selectSql([`${line} as line`], numberedRows(layout))
  return { head: '', select, format: 'TSVRaw', foot: '' }
}

/** Many programs that read workbooks want to be told the address of each cell: rows are counted once in order. */
function numberedRows({ source }: ReportLayout): string {
  const rowsOfSheet = XLSX_ROWS_MAX - HEAD_ROWS
  const number = `toString(rowNumberInAllBlocks() % ${rowsOfSheet} + ${HEAD_ROWS + 1})`
  const inOrder = `(select * from ${source.from} order by ${source.order})`
  return `(select *, ${number} as sheet_row from ${inOrder})`
}

/** Nothing where there is no value. */
function cellSql({ cells }: ReportLayout, field: Field, column: string): string {
  const text = cells.text(field)
  const content = textCell(text)
  const filled = ['amount', 'decimal', 'integer'].includes(field.type.kind)
    ? `if(length(${text}) <= ${DIGITS_MAX}, ${numberCell(text)}, ${content})`
    : content
  return `if(${text} = '', '', concat('<c r="${column}', sheet_row, '"', ${filled}, '</c>'))`
}

/** The styles of the workbook: 1 to 4 show 0, 2, 3 and 4 decimals, 0 whatever there is. */
function numberCell(text: string): string {
  const point = `position(${text}, '.')`
  const decimals = `if(${point} = 0, 0, length(${text}) - ${point})`
  const style = `multiIf(${decimals} = 0, '1', ${decimals} <= 2, '2', ${decimals} = 3, '3', ${decimals} = 4, '4', '0')`
  return `concat(' s="', ${style}, '"><v>', ${text}, '</v>')`
}

/**
 * A spreadsheet reads _x0041_ as an escaped sign, so underlines that may begin one are escaped themselves. Two
 * such sequences may share an underline, so all are escaped where there is one.
 */
function textCell(text: string): string {
  const escaped = `replaceAll(${text}, '_x', '_x005F_x')`
  const safe = `if(match(${text}, '_x[0-9A-Fa-f]{4}_'), ${escaped}, ${text})`
  return `concat(' t="inlineStr"><is><t xml:space="preserve">', ${xmlEscapedSql(safe)}, '</t></is>')`
}
