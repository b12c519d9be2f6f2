import type { Field } from '../../catalogue/field.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { type RenderedQuery, type ReportLayout, selectSql, zonedText } from './report-layout.ts'

/** First signs of texts that a spreadsheet would run. */
export const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r']
const FORMULA_CODES = FORMULA_STARTS.map((sign) => sign.charCodeAt(0))
const FORMULA_START = `^([${FORMULA_STARTS.map((sign) => `\\${sign}`).join('')}])`

/** RFC 4180 with a line that says what it is, and a line of column names. Numbers are never quoted. */
export function csvReport(layout: ReportLayout): RenderedQuery {
  const { fields } = layout
  const line = layout.cells.query.joined('cells', linePieces(layout))
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

/**
 * What a line is put together from. Constant parts that follow one another are one piece, and no cell is put
 * together by itself: each piece more is another copy of many bytes.
 */
function linePieces(layout: ReportLayout): readonly string[] {
  const pieces: string[] = []
  /** What stands between the last value and the next one. */
  let between = ''
  for (const [index, field] of layout.fields.entries()) {
    const cell = csvCell(layout, field, `${between}${index === 0 ? '' : ','}`)
    pieces.push(...cell.pieces)
    between = cell.after
  }
  return between === '' ? pieces : [...pieces, `'${between}'`]
}

type Cell = { readonly pieces: readonly string[]; readonly after: string }

/** Texts are quoted, also empty ones; what has no value is empty. */
function csvCell({ cells, source }: ReportLayout, field: Field, before: string): Cell {
  const text = cells.text(field)
  switch (field.type.kind) {
    case 'text':
    case 'code': {
      const { dialect } = source
      const escaped = dialect.replaced(text, '"', '""')
      if (dialect.hasDictionaries && source.isRepetitive(field)) {
        const shown = dialect.replacedAll(escaped, FORMULA_START, `'\\1`)
        return { pieces: [`'${before}"'`, shown], after: '"' }
      }
      return { pieces: [openingSql(dialect, text, `${before}"`), escaped], after: '"' }
    }
    case 'date':
    case 'instant': {
      const isEmpty = `${text} = ''`
      const opening = `case when ${isEmpty} then '${before}' else '${before}"' end`
      return { pieces: [opening, text, `case when ${isEmpty} then '' else '"' end`], after: '' }
    }
    case 'integer':
    case 'amount':
    case 'decimal':
      return { pieces: before === '' ? [text] : [`'${before}'`, text], after: '' }
  }
}

/** Most texts begin with a letter or a digit, which the first comparisons tell, and so the others are not made. */
function openingSql(dialect: Dialect, text: string, before: string): string {
  const [usual, formula] = [`'${before}'`, `'${before}'''`]
  const first = dialect.firstByte(text)
  const cases = FORMULA_CODES.map((code) => `when ${first} = ${code} then ${formula}`)
  return `case when ${text} >= 'A' then ${usual} when ${text} >= '.' and ${text} < '=' then ${usual} ${cases.join(' ')} else ${usual} end`
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\n`
}

function quotedIfNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
