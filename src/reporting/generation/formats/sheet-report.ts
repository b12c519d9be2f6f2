import type { Field } from '../../../catalogue/field.ts'
import type { Dialect } from '../../../platform/engine/dialect.ts'
import { orderedRows, type RenderedQuery, type ReportLayout } from '../report-layout.ts'
import { columnName, HEAD_ROWS, XLSX_ROWS_MAX } from './xlsx-parts.ts'
import { cleanedSql, isOddSql, isText } from './xml-text-sql.ts'

/** A spreadsheet would round numbers with more digits, so they are written as strings. */
const DIGITS_MAX = 15

/** Renders the rows of a sheet, one per line: line feeds in values are written as character references. */
export function sheetReport(layout: ReportLayout): RenderedQuery {
  const { fields, cells, source } = layout
  const { dialect } = source
  const texts = fields.filter(isText).map((field) => cells.text(field))
  const isOdd = isOddSql(dialect, cells.query, texts, ['_x'])
  const written = fields.map((field, index) =>
    cellSql(layout, field, { column: columnName(index + 1), isOdd: isOdd ?? 'false' }),
  )
  const row = cells.query.declare(
    'record',
    cells.query.joined('cells', [`'<row r="'`, 'sheet_row', `'">'`, ...written, `'</row>'`]),
  )
  const line = dialect.replaced(cells.query.declare('cleaned', cleanedSql(dialect, row, isOdd)), '\n', '&#10;')
  const select = cells.query.selectSql([`${line} as line`], numberedRows(layout))
  return { head: '', select, format: 'lines', foot: '' }
}

/** Many programs that read workbooks need the address of each cell, so the rows are numbered once, in order. */
function numberedRows({ source }: ReportLayout): string {
  const rowsOfSheet = XLSX_ROWS_MAX - HEAD_ROWS
  const number = source.dialect.textOf(`${source.rowNumber} % ${rowsOfSheet} + ${HEAD_ROWS + 1}`)
  return `(select *, ${number} as sheet_row from ${orderedRows(source)})`
}

/**
 * A missing value has no cell. There are few expressions, because each takes memory and a sheet may have hundreds of
 * columns.
 */
function cellSql(
  { cells, source }: ReportLayout,
  field: Field,
  { column, isOdd }: { readonly column: string; readonly isOdd: string },
): string {
  const { dialect } = source
  const text = cells.text(field)
  const start = `'<c r="${column}', sheet_row`
  const content = (value: string): string =>
    `concat(${start}, '" t="inlineStr"><is><t xml:space="preserve">', ${value}, '</t></is></c>')`
  if (!NUMBER_KINDS.includes(field.type.kind)) {
    const escaped = isText(field) ? escapedText(dialect, text, isOdd) : text
    return `case when ${text} = '' then '' else ${content(escaped)} end`
  }
  const style = cells.query.declare(`style_${field.id}`, styleSql(text))
  return `case when ${text} = '' then ''
    when length(${text}) <= ${DIGITS_MAX} then concat(${start}, '" s="', ${style}, '"><v>', ${text}, '</v></c>')
    else ${content(text)} end`
}

const NUMBER_KINDS: readonly Field['type']['kind'][] = ['amount', 'decimal', 'integer']

/** The cell style of a number: 1 to 4 show 0, 2, 3 and 4 decimals, 0 shows all that exist. */
function styleSql(text: string): string {
  const decimals = `case position('.' in ${text}) when 0 then 0 else length(${text}) - position('.' in ${text}) end`
  return `case ${decimals} when 0 then '1' when 1 then '2' when 2 then '2' when 3 then '3' when 4 then '4' else '0' end`
}

/**
 * A spreadsheet reads _x0041_ as an escaped character, so an underscore that could start one is escaped itself. Two
 * such sequences may share an underscore, so all are escaped if there is one. A row that contains one is odd.
 */
function escapedText(dialect: Dialect, text: string, isOdd: string): string {
  const isEscape = dialect.matches(text, '_x[0-9A-Fa-f]{4}_')
  const safe = `case when ${isEscape} then replace(${text}, '_x', '_x005F_x') else ${text} end`
  return dialect.xmlEscaped(safe, isOdd, text)
}
