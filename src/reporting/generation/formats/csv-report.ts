import type { Field } from '../../../catalogue/field.ts'
import { FORMULA_STARTS } from '../../reports/rendering.ts'
import {
  columnNameOf,
  type RenderedQuery,
  type ReportLayout,
  type ReportTitle,
  selectSql,
  titleOf,
} from '../report-layout.ts'

/** Renders RFC 4180 with a title line and a line of column names. Numbers are never quoted. */
export function csvReport(layout: ReportLayout): RenderedQuery {
  const { fields } = layout
  const line = layout.cells.query.joined('cells', linePieces(layout))
  return {
    head: csvHeader(
      titleOf(layout),
      fields.map((field) => columnNameOf(layout, field)),
    ),
    select: selectSql(layout, [`${line} as line`]),
    format: 'lines',
    foot: '',
  }
}

/** The cells of the title line. */
export function titleCells({ title, version, from, to, organizationId }: ReportTitle): readonly string[] {
  return [title, `Version ${version}`, `${from} to ${to}`, organizationId]
}

/** The title line, padded to the number of columns, and the line of column names. */
export function csvHeader(title: ReportTitle, columnNames: readonly string[]): string {
  const cells = titleCells(title)
  const padding = Array.from({ length: Math.max(0, columnNames.length - cells.length) }, () => '')
  return `${csvLine([...cells, ...padding])}${csvLine(columnNames)}`
}

/**
 * The expressions that a line is concatenated from. Adjacent constants are one expression and cells are not
 * concatenated separately, because each expression copies many bytes.
 */
function linePieces(layout: ReportLayout): readonly string[] {
  const pieces: string[] = []
  /** Constant characters between the last value and the next one. */
  let between = ''
  for (const [index, field] of layout.fields.entries()) {
    const cell = csvCell(layout, field, `${between}${index === 0 ? '' : ','}`)
    pieces.push(...cell.pieces)
    between = cell.after
  }
  return between === '' ? pieces : [...pieces, `'${between}'`]
}

type Cell = { readonly pieces: readonly string[]; readonly after: string }

/** Strings are quoted, even empty ones; a missing value is an empty cell. */
function csvCell(layout: ReportLayout, field: Field, before: string): Cell {
  const { cells, source } = layout
  const text = cells.text(field)
  switch (field.type.kind) {
    case 'text':
    case 'code': {
      const { dialect } = source
      const escaped = dialect.replaced(text, '"', '""')
      if (dialect.hasDictionaries && source.isRepetitive(field)) {
        const shown = dialect.replacedAll(escaped, `^(${classOf(FORMULA_STARTS)})`, `'\\1`)
        return { pieces: [`'${before}"'`, shown], after: '"' }
      }
      return { pieces: [openingSql(layout, text, `${before}"`), escaped], after: '"' }
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

/** A regular expression for any of the characters. */
function classOf(characters: readonly string[]): string {
  return `[${characters.map((character) => (character === '-' ? '\\-' : character)).join('')}]`
}

/** The characters that open a string's cell; the start of a formula gets an apostrophe before it. */
function openingSql(layout: ReportLayout, text: string, before: string): string {
  const { dialect } = layout.source
  const usual = `'${before}'`
  const checked = `case when ${dialect.beginsWithAny(text, FORMULA_STARTS)} then '${before}''' else ${usual} end`
  if (!dialect.hasDictionaries) return quickOpeningSql(layout, text, { usual, checked })
  // A server analyzes every condition of every cell, and a report may have a thousand cells.
  const bytes = [...new Set(FORMULA_STARTS.map((start) => Buffer.from(start)[0]))]
  return `case when ${dialect.firstByte(text)} in (${bytes.join(', ')}) then ${checked} else ${usual} end`
}

/**
 * Most strings start with a letter or digit, which two or three comparisons find. None is a conjunction: with those, the
 * time to plan a query grows with the square of their number, in both engines.
 */
function quickOpeningSql(
  { source: { dialect } }: ReportLayout,
  text: string,
  { usual, checked }: { readonly usual: string; readonly checked: string },
): string {
  const [firstOther] = FORMULA_STARTS.filter((start) => start >= '\x80').toSorted()
  const letter =
    firstOther === undefined
      ? usual
      : `case when ${text} < ${dialect.text(firstOther)} then ${usual} else ${checked} end`
  return `case when ${text} >= 'A' then ${letter} when ${text} < '.' then ${checked} when ${text} < '=' then ${usual} else ${checked} end`
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\n`
}

function quotedIfNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
