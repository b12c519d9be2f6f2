import type { Field } from '../../../catalogue/field.ts'
import {
  HARMLESS_STARTS,
  OTHER_SEPARATORS,
  SQL_GUARD,
  SUSPECT_BYTES,
} from '../../../kernel/markup/spreadsheet-guard.ts'
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
  return {
    head: csvHeader(
      titleOf(layout),
      fields.map((field) => columnNameOf(layout, field)),
    ),
    select: selectSql(layout, [`${lineSql(layout)} as line`]),
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
 * A line, with an apostrophe where a formula would begin for a program that separates cells by something else. It is
 * checked as a whole: a line has a comma between any two cells, so nothing is found that is not within one, and
 * searching a line takes a fraction of searching its cells.
 */
function lineSql(layout: ReportLayout): string {
  const { dialect } = layout.source
  const { declare, joined } = layout.cells.query
  const line = joined('cells', linePieces(layout))
  if (!layout.fields.some(({ type: { kind } }) => kind === 'text' || kind === 'code')) return line
  const plain = declare('plain_line', line)
  const guarded = dialect.replacedAll(plain, SQL_GUARD.afterSeparator, `\\1'\\2`)
  return `case when ${dialect.containsOneOf(plain, OTHER_SEPARATORS)} then ${guarded} else ${plain} end`
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
        const shown = dialect.replacedAll(escaped, SQL_GUARD.start, `'\\1`)
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

/** The characters that open a string's cell; the start of a formula gets an apostrophe before it. */
function openingSql(layout: ReportLayout, text: string, before: string): string {
  const { dialect } = layout.source
  const usual = `'${before}'`
  const checked = `case when ${dialect.matches(text, SQL_GUARD.start)} then '${before}''' else ${usual} end`
  if (!dialect.hasDictionaries) return quickOpeningSql(layout, text, { usual, checked })
  // A server analyzes every condition of every cell, and a report may have a thousand cells.
  return `case when ${dialect.firstByte(text)} in (${SUSPECT_BYTES.join(', ')}) then ${checked} else ${usual} end`
}

type Openings = { readonly usual: string; readonly checked: string }

/**
 * Most strings start with a letter or digit, which two or three comparisons find. None is a conjunction: with those, the
 * time to plan a query grows with the square of their number, in both engines.
 */
function quickOpeningSql({ source: { dialect } }: ReportLayout, text: string, openings: Openings): string {
  const [low, high] = [(first: string) => first < 'A', (first: string) => first >= 'A'].map((isMeant) =>
    HARMLESS_STARTS.filter(([first]) => isMeant(first)).flatMap(([first, last]) => [
      { before: first, opening: openings.checked },
      { before: characterAfter(last), opening: openings.usual },
    ]),
  )
  const cases = (steps: typeof low = []) =>
    `${steps.map(({ before, opening }) => `when ${text} < ${dialect.text(before)} then ${opening}`).join(' ')} else ${openings.checked}`
  return `case when ${text} >= 'A' then case ${cases(high?.slice(1))} end ${cases(low)} end`
}

function characterAfter(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? 0) + 1)
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\n`
}

function quotedIfNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
