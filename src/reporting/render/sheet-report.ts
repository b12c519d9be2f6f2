import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Field } from '../../records/index.ts'
import type { RenderedQuery, ReportLayout } from './report-layout.ts'
import { columnName, HEAD_ROWS, XLSX_ROWS_MAX } from './xlsx-parts.ts'
import { cleanedSql, isOddSql } from './xml-text-sql.ts'

/** Numbers with more digits would be rounded by the spreadsheet, so they are texts there. */
const DIGITS_MAX = 15

/** Rows of a spreadsheet's sheet, one a line: what a line feed would end is written as a reference. */
export function sheetReport(layout: ReportLayout): RenderedQuery {
  const { fields, cells, source } = layout
  const { dialect } = source
  const texts = fields
    .filter(({ type }) => type.kind === 'text' || type.kind === 'code')
    .map((field) => cells.text(field))
  const isOdd = isOddSql(dialect, cells.query, texts)
  const written = fields.map((field, index) =>
    cellSql(layout, field, { column: columnName(index + 1), isOdd: isOdd ?? 'false' }),
  )
  const row = cells.query.declare(
    'record',
    cells.query.joined('cells', [`'<row r="'`, 'sheet_row', `'">'`, ...written, `'</row>'`]),
  )
  const line = dialect.replaced(
    cells.query.declare('cleaned', cleanedSql(dialect, row, isOdd)),
    '\n',
    '&#10;',
  )
  const select = cells.query.selectSql([`${line} as line`], numberedRows(layout))
  return { head: '', select, format: 'lines', foot: '' }
}

/** Many programs that read workbooks want to be told the address of each cell: rows are counted once in order. */
function numberedRows({ source }: ReportLayout): string {
  const rowsOfSheet = XLSX_ROWS_MAX - HEAD_ROWS
  const { dialect } = source
  const number = dialect.textOf(`${dialect.rowNumber} % ${rowsOfSheet} + ${HEAD_ROWS + 1}`)
  const inOrder = `(select * from ${source.from} order by ${source.order}) as ordered`
  return `(select *, ${number} as sheet_row from ${inOrder})`
}

/** Nothing where there is no value. */
function cellSql(
  { cells, source }: ReportLayout,
  field: Field,
  { column, isOdd }: { readonly column: string; readonly isOdd: string },
): string {
  const text = cells.text(field)
  const content = textCell(source.dialect, text, isOdd)
  const filled = ['amount', 'decimal', 'integer'].includes(field.type.kind)
    ? `case when length(${text}) <= ${DIGITS_MAX} then ${numberCell(text)} else ${content} end`
    : content
  return `case when ${text} = '' then ''
    else concat('<c r="${column}', sheet_row, '"', ${filled}, '</c>') end`
}

/** The styles of the workbook: 1 to 4 show 0, 2, 3 and 4 decimals, 0 whatever there is. */
function numberCell(text: string): string {
  const point = `position('.' in ${text})`
  const decimals = `case when ${point} = 0 then 0 else length(${text}) - ${point} end`
  const style = `case when ${decimals} = 0 then '1' when ${decimals} <= 2 then '2'
    when ${decimals} = 3 then '3' when ${decimals} = 4 then '4' else '0' end`
  return `concat(' s="', ${style}, '"><v>', ${text}, '</v>')`
}

/**
 * A spreadsheet reads _x0041_ as an escaped sign, so underlines that may begin one are escaped themselves. Two
 * such sequences may share an underline, so all are escaped where there is one.
 */
function textCell(dialect: Dialect, text: string, isOdd: string): string {
  const escaped = `replace(${text}, '_x', '_x005F_x')`
  const isEscape = dialect.matches(text, '_x[0-9A-Fa-f]{4}_')
  const safe = `case when ${isEscape} then ${escaped} else ${text} end`
  return `concat(' t="inlineStr"><is><t xml:space="preserve">', ${dialect.xmlEscaped(safe, isOdd)}, '</t></is>')`
}
