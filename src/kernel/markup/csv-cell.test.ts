import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvCell, csvRow } from './csv-cell.ts'
import { HARMLESS_STARTS } from './spreadsheet-guard.ts'

const cellOf = (text: string) => csvCell({ isNumber: false }, text)

test.each([
  ...['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'],
  // Programs skip these before a formula, or show nothing of them.
  ...[
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '\u202e=1',
    '\u2066 +1',
    '\u3000－1',
    '\u00ad@a',
    '\u000b=1',
    '\u0085=1',
  ],
])('a string that begins like %j is escaped as a formula', (text) => {
  expect(cellOf(text)).toBe(`"'${text}"`)
})

test.each([
  [';=1+1;x', `;'=1+1;x`],
  ['a;=1;=2', `a;'=1;'=2`],
  ['a\t@SUM(1)', `a\t'@SUM(1)`],
  ['a\r\n-1', `a\r\n'-1`],
  ['a; \u200b+1', `a;' \u200b+1`],
  // The apostrophe stands after the last separator: a cell begins there for one program or another.
  ['a;\t =1', `a;\t' =1`],
  ['a;"=1"', `a;'"=1"`],
  ['a;＝1', `a;'＝1`],
  ['\n=1', `'\n'=1`],
])('a formula after another separator is escaped in %j', (text, expected) => {
  expect(cellOf(text)).toBe(`"${expected.replaceAll('"', '""')}"`)
})

test('numbers and other strings are unchanged', () => {
  expect(csvCell({ isNumber: true }, '-1.50')).toBe('-1.50')
  for (const text of ['a=1', 'Ａ', '＜', '', ' a', '\u00a0', 'a; b', 'a;b-c', 'a\tb', 'a\nb', 'a, -1', '; ', '"=1']) {
    expect(cellOf(text)).toBe(`"${text.replaceAll('"', '""')}"`)
  }
})

test.each([',', ';', '\t'])('no cell begins a formula for a program that separates cells by %j', (delimiter) => {
  const attacks = [
    '=1',
    ' =1',
    'a;=1;b',
    'a\t=1',
    'a\n=1',
    'a\r=1',
    ';"=1"',
    ';";"=1',
    '"\t"=1',
    '";=1',
    'a;\u00a0=1',
    '=',
  ]
  const options = { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true }
  for (const one of attacks) {
    for (const other of attacks) {
      const csv = csvRow([cellOf('x'), cellOf(one), cellOf(other)])
      const cells: string[] = readLoosely(csv, delimiter).concat(delimiter === ',' ? parse(csv, options).flat() : [])
      for (const cell of cells) expect(cell.trim()).not.toMatch(/^[\s"\u200b\u00a0]*[=+\-@]/)
    }
  }
})

/** Reads as spreadsheets do: quotes count only at the beginning of a cell, and what follows the closing one belongs to it. */
function readLoosely(csv: string, delimiter: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${delimiter}\r\n]*)(?:[${delimiter}\r\n]|$)`, 'g')
  return [...csv.matchAll(cell)].map(([, quoted = '', bare = '']) => `${quoted.replaceAll('""', '"')}${bare}`)
}

test('the ranges of harmless beginnings contain nothing that is escaped', () => {
  const codes = HARMLESS_STARTS.flatMap(([first, last]) => {
    const from = first.codePointAt(0) ?? 0
    return Array.from({ length: (last.codePointAt(0) ?? 0) - from + 1 }, (_, index) => from + index)
  })
  const escaped = codes.filter((code) => cellOf(`${String.fromCharCode(code)}=1`).startsWith(`"'`))

  expect(codes.length).toBeGreaterThan(50_000)
  expect(escaped).toEqual([])
})
