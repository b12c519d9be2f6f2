import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')

const ID = /^(?:(?:R|I|D)-[A-Z]+|X)-\d{2}$/
const MENTIONED_ID = /\b(?:(?:R|I|D)-[A-Z]+|X)-\d{2}\b/g
const STATES = ['done', 'untested', 'partly', 'open', 'departs']
const TEST_FILE = /^\.\.\/(?:(?:src|test|web)\/[\w./-]+\.test\.tsx?|test\/support\/[\w./-]+\.ts)$/
const NO_TEST = '–'
const GROUP_TESTS = 'see above'
const GROUP_PROOF = 'Proof of every row'
/** Besides the names of its tests; departures have a reason as well. */
const ROW_LENGTH_MAX = { rule: 180, departure: 220 }

/** A test named by its title, with the title of its group before a `›`, and the label of its file. */
type Proof = { readonly titles: readonly string[]; readonly label: string }

type Row = {
  readonly part: string
  readonly id: string
  readonly state: string
  readonly proof: string
  readonly proofs: readonly Proof[]
  readonly cells: readonly string[]
  readonly width: number
}

const LINK = /\[((?:[^[\]\\]|\\.)+)\]\[([^\]]+)\]/g

const proofsIn = (text: string): readonly Proof[] =>
  [...text.matchAll(LINK)].map(([, title = '', label = '']) => ({
    titles: title.replaceAll(/\\(.)/g, '$1').split(' › '),
    label,
  }))

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const isTableOfRules = (header: readonly string[]): boolean => header.includes('Id') && header.includes('State')

/** The rows of every table that has the columns Id and State; other tables explain and are not checked. */
function conformanceRows(page: string): readonly Row[] {
  let part = ''
  let groupProofs: readonly Proof[] = []
  return page.split(/\n{2,}/).flatMap((block) => {
    if (block.startsWith('# ')) part = block.slice(2)
    if (block.startsWith('#')) groupProofs = []
    if (block.startsWith(GROUP_PROOF)) groupProofs = proofsIn(block)
    return block.startsWith('|') ? rowsOfTable(block, { part, groupProofs }) : []
  })
}

type Place = { readonly part: string; readonly groupProofs: readonly Proof[] }

function rowsOfTable(table: string, { part, groupProofs }: Place): readonly Row[] {
  const [header = [], , ...lines] = table.trim().split('\n').map(cellsOf)
  return isTableOfRules(header) ? lines.map(rowOf) : []

  function rowOf(cells: readonly string[]): Row {
    const cell = (name: string): string => cells[header.indexOf(name)] ?? ''
    const proof = cell('Proof')
    return {
      part,
      id: cell('Id'),
      state: cell('State'),
      proof,
      proofs: proof === NO_TEST ? [] : [...groupProofs, ...proofsIn(proof)],
      cells,
      width: header.length,
    }
  }
}

/** The label of each test file and its path from docs/. */
const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map([...page.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, label = '', path = '']) => [label, path]))

/** Counts of the summary by part: rules, then one for each state. */
function summaryOf(page: string): Readonly<Record<string, readonly number[]>> {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith('| Part | Rules |'))
  const end = lines.indexOf('', start)
  const counts = lines.slice(start + 2, end).map(cellsOf)
  return Object.fromEntries(counts.map(([part = '', ...numbers]) => [part, numbers.map(Number)]))
}

const countsOf = (rows: readonly Row[]): readonly number[] => [
  rows.length,
  ...STATES.map((state) => rows.filter((row) => row.state === state).length),
]

const idOf = ({ id }: Row): string => id

describe('the conformance page', () => {
  const rows = conformanceRows(PAGE)
  const files = filesOf(PAGE)

  test('begins with the counts of its rows', () => {
    const parts = [...new Set(rows.map(({ part }) => part))]

    const counted = parts.map((part) => [part, countsOf(rows.filter((row) => row.part === part))])

    expect(summaryOf(PAGE)).toEqual({ ...Object.fromEntries(counted), All: countsOf(rows) })
  })

  test('has rows for both services, the decisions and the departures', () => {
    const series = new Set(rows.map((row) => row.id[0]))

    expect([...series].sort()).toEqual(['D', 'I', 'R', 'X'])
  })

  test('fills every cell of every row', () => {
    const broken = rows.filter((row) => row.cells.length !== row.width || row.cells.includes(''))

    expect(broken.map(idOf)).toEqual([])
  })

  test('has short rows', () => {
    const lengthOf = ({ cells }: Row) => cells.join(' | ').replaceAll(LINK, '').replaceAll('<br>', '').length
    const lengthMaxOf = ({ id }: Row) => (id.startsWith('X-') ? ROW_LENGTH_MAX.departure : ROW_LENGTH_MAX.rule)

    expect(rows.filter((row) => lengthOf(row) > lengthMaxOf(row)).map(idOf)).toEqual([])
  })

  test('gives every row a well-formed id of its own', () => {
    const malformed = rows.filter((row) => !ID.test(row.id))
    const repeated = rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) !== at)

    expect(malformed.map(idOf)).toEqual([])
    expect(repeated.map(idOf)).toEqual([])
  })

  test('states one of five words for every row', () => {
    const wrong = rows.filter((row) => !STATES.includes(row.state))

    expect(wrong.map(idOf)).toEqual([])
  })

  test('names a test for every row that is not open', () => {
    const rules = rows.filter((row) => !row.id.startsWith('X-'))
    const unproved = rules.filter((row) => row.state !== 'open' && row.proofs.length === 0)
    const unread = rules.filter(
      ({ proof, proofs }) => proofs.length === 0 && proof !== '' && ![NO_TEST, GROUP_TESTS].includes(proof),
    )

    expect(unproved.map(idOf)).toEqual([])
    expect(unread.map(idOf)).toEqual([])
  })

  test('names only test files that exist, and each of them', () => {
    const missing = [...files].filter(
      ([, path]) => !TEST_FILE.test(path) || !existsSync(join(ROOT, 'docs', path)) || path.includes('../../'),
    )
    const named = new Set(rows.flatMap(({ proofs }) => proofs.map(({ label }) => label)))

    expect(missing).toEqual([])
    expect([...named].sort()).toEqual([...files.keys()].sort())
  })

  test('names only tests whose titles are in their files', () => {
    const source = new Map([...files].map(([label, path]) => [label, readFileSync(join(ROOT, 'docs', path), 'utf8')]))
    const isTitleIn = (label: string, title: string): boolean =>
      [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((text) =>
        source.get(label)?.includes(text),
      )

    const missing = rows.flatMap((row) =>
      row.proofs.flatMap(({ titles, label }) =>
        titles.filter((title) => !isTitleIn(label, title)).map((title) => `${row.id}: ${title} in ${label}`),
      ),
    )

    expect(missing).toEqual([])
  })

  test('lists every rule that departs among the departures', () => {
    const departures = rows.filter((row) => row.id.startsWith('X-'))
    const listed = departures.map((row) => row.cells.join(' ')).join('\n')
    const departing = rows.filter((row) => row.state === 'departs' && !row.id.startsWith('X-'))

    expect(departing.filter((row) => !listed.includes(row.id)).map(idOf)).toEqual([])
    expect(departing.filter((row) => !row.cells.some((cell) => cell.includes('X-'))).map(idOf)).toEqual([])
    expect(departures.filter((row) => row.state !== 'departs').map(idOf)).toEqual([])
  })

  test('mentions no id that does not exist', () => {
    const known = new Set(rows.map((row) => row.id))

    const unknown = [...PAGE.matchAll(MENTIONED_ID)].map(([id]) => id).filter((id) => !known.has(id))

    expect(unknown).toEqual([])
  })
})

describe('the reader of the conformance page', () => {
  test('finds columns by their names, and tests in the row and above its table', () => {
    const page = [
      '# Part',
      '',
      '| Series | What |',
      '|---|---|',
      '| a | b |',
      '',
      'Proof of every row:',
      '[group › all of them][a.db].',
      '',
      '| Id | Rule | Proof | State |',
      '|---|---|---|---|',
      '| R-EP-01 | one \\| two | [first][a.db]<br>[a \\[second\\] one][b] | partly |',
      '| R-EP-02 | three | see above | done |',
      '| R-EP-03 | four | – | open |',
      '',
      '## Chapter',
      '',
      '| Id | Rule | State |',
      '|---|---|---|',
      '| R-EP-04 | five | open |',
    ].join('\n')

    const rows = conformanceRows(page)

    const all = { titles: ['group', 'all of them'], label: 'a.db' }
    expect(rows.map(({ part, id, state, proofs }) => ({ part, id, state, proofs }))).toEqual([
      {
        part: 'Part',
        id: 'R-EP-01',
        state: 'partly',
        proofs: [all, { titles: ['first'], label: 'a.db' }, { titles: ['a [second] one'], label: 'b' }],
      },
      { part: 'Part', id: 'R-EP-02', state: 'done', proofs: [all] },
      { part: 'Part', id: 'R-EP-03', state: 'open', proofs: [] },
      { part: 'Part', id: 'R-EP-04', state: 'open', proofs: [] },
    ])
  })
})
