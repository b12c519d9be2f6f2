import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')

const ID = /^(?:(?:R|I|D)-[A-Z]+|X)-\d{2}$/
const MENTIONED_ID = /\b(?:(?:R|I|D)-[A-Z]+|X)-\d{2}\b/g
const STATE = /^(?:open|partly|done|departs)\b/
const TEST_FILE = /^(?:src|test|web)\/[\w./-]+\.test\.tsx?$/
const NO_TEST = '–'

type Row = {
  readonly line: number
  readonly id: string
  readonly state: string
  readonly reason: string
  readonly tests: readonly string[]
  readonly cells: readonly string[]
  readonly width: number
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const isTableLine = (line: string | undefined): boolean => line?.trim().startsWith('|') ?? false

/** The rows of every table that has the columns Id and State; other tables explain and are not checked. */
function conformanceRows(page: string): readonly Row[] {
  const rows: Row[] = []
  let header: readonly string[] = []
  for (const [index, line] of page.split('\n').entries()) {
    if (!isTableLine(line)) header = []
    else if (header.length === 0) header = cellsOf(line)
    else if (!/^[\s|:-]+$/.test(line) && header.includes('Id') && header.includes('State')) {
      rows.push(rowOf({ header, cells: cellsOf(line), line: index + 1 }))
    }
  }
  return rows
}

function rowOf({ header, cells, line }: { header: readonly string[]; cells: readonly string[]; line: number }): Row {
  const cell = (name: string): string => cells[header.indexOf(name)] ?? ''
  const tests = cell('Test')
    .split(/<br\s*\/?>|,/)
    .map((name) => name.trim().replaceAll('`', ''))
    .filter((name) => name !== '' && name !== NO_TEST)
  return {
    line,
    id: cell('Id'),
    state: cell('State'),
    reason: cell('Reason'),
    tests,
    cells,
    width: header.length,
  }
}

const departuresOf = (rows: readonly Row[]): string =>
  rows
    .filter((row) => row.id.startsWith('X-'))
    .map((row) => row.cells.join(' '))
    .join('\n')

const name = (row: Row): string => `line ${row.line}, ${row.id}`

describe('the conformance page', () => {
  const rows = conformanceRows(PAGE)

  test('has rows for both services, the decisions and the departures', () => {
    const series = new Set(rows.map((row) => row.id[0]))

    expect([...series].sort()).toEqual(['D', 'I', 'R', 'X'])
  })

  test('fills every cell of every row', () => {
    const broken = rows.filter((row) => row.cells.length !== row.width || row.cells.includes(''))

    expect(broken.map(name)).toEqual([])
  })

  test('gives every row a well-formed id of its own', () => {
    const malformed = rows.filter((row) => !ID.test(row.id))
    const repeated = rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) !== at)

    expect(malformed.map(name)).toEqual([])
    expect(repeated.map(name)).toEqual([])
  })

  test('states one of four words for every row', () => {
    const wrong = rows.filter((row) => !STATE.test(row.state))

    expect(wrong.map(name)).toEqual([])
  })

  test('names a test for every row that is done or partly done', () => {
    const unproved = rows.filter((row) => /^(?:done|partly)\b/.test(row.state) && row.tests.length === 0)

    expect(unproved.map(name)).toEqual([])
  })

  test('names only tests that exist', () => {
    const missing = rows.flatMap((row) =>
      row.tests
        .filter((file) => !TEST_FILE.test(file) || file.includes('..') || !existsSync(join(ROOT, file)))
        .map((file) => `${name(row)}: ${file}`),
    )

    expect(missing).toEqual([])
  })

  test('gives a reason for every departure and lists it among the departures', () => {
    const departing = rows.filter((row) => row.state.startsWith('departs'))
    const listed = departuresOf(rows)

    const withoutReason = departing.filter(
      (row) => row.reason === '' && row.state.replace(/^departs[\s:,.–-]*/, '').length < 10,
    )

    expect(withoutReason.map(name)).toEqual([])
    expect(departing.filter((row) => !listed.includes(row.id)).map(name)).toEqual([])
  })

  test('mentions no id that does not exist', () => {
    const known = new Set(rows.map((row) => row.id))

    const unknown = [...PAGE.matchAll(MENTIONED_ID)].map(([id]) => id).filter((id) => !known.has(id))

    expect(unknown).toEqual([])
  })
})

describe('the reader of the conformance page', () => {
  test('finds columns by their names and takes several tests from one cell', () => {
    const page = [
      '| Series | What |',
      '|---|---|',
      '| a | b |',
      '',
      '| Id | Rule | Test | State |',
      '|---|---|---|---|',
      '| R-EP-01 | one \\| two | `test/a.test.ts`<br>src/b.test.ts, test/c.test.ts | partly: later |',
      '| R-EP-02 | three | – | open |',
    ].join('\n')

    const rows = conformanceRows(page)

    expect(rows.map(({ id, state, tests }) => ({ id, state, tests }))).toEqual([
      {
        id: 'R-EP-01',
        state: 'partly: later',
        tests: ['test/a.test.ts', 'src/b.test.ts', 'test/c.test.ts'],
      },
      { id: 'R-EP-02', state: 'open', tests: [] },
    ])
  })
})
