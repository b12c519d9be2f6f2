import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { KnownVersion } from '../storage/versions.ts'
import { type ArchivedRow, batchesOf, linesOf, newRows, readRow } from './archived-rows.ts'

const MORNING = Date.UTC(2026, 2, 9, 8)
const NOON = Date.UTC(2026, 2, 9, 12)

type RowInput = {
  readonly recordId?: string
  readonly version?: number
  readonly hash?: string
  readonly firstReceivedAtMs?: number
}

/** A line of an export; its text imitates the part that is replaced. */
function aLine({ recordId = 'r1', version = 1, hash = 'aa', firstReceivedAtMs = NOON }: RowInput = {}) {
  const first = new Date(firstReceivedAtMs).toISOString().slice(0, -1).replace('T', ' ')
  return `{"merchant_id":"shop1","occurred_at":"2026-03-09 10:00:00.250","record_id":${JSON.stringify(recordId)},"version":${version},"is_deleted":0,"content_hash":"${hash.repeat(16)}","received_at":"2026-03-09 12:00:00.000","first_received_at":"${first}","source":"\\",\\"first_received_at\\":\\"${first}"}`
}

function aRow(given?: RowInput): ArchivedRow {
  const row = readRow(aLine(given))
  if (row === undefined) throw new Error('The line is not a row.')
  return row
}

function stored(given?: RowInput): KnownVersion {
  const { line: _, ...version } = aRow(given)
  return version
}

async function* pieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function all(source: AsyncIterable<readonly string[]>): Promise<readonly string[]> {
  return (await batchesIn(source)).flat()
}

function batchesIn(source: AsyncIterable<readonly string[]>): Promise<readonly (readonly string[])[]> {
  return Readable.from(source).toArray()
}

describe('the lines of a file', () => {
  const lines = ['{"a":"ü🎉"}', '{}', `{"b":"${'x'.repeat(300)}"}`]
  const text = `${lines.join('\n')}\n`

  test.each([1, 2, 7, 100, 10_000])('lines are complete when read in chunks of %i bytes', async (length) => {
    expect(await all(linesOf(pieces(text, length)))).toEqual(lines)
  })

  test('an empty file has no lines', async () => {
    expect(await all(linesOf(pieces('', 1)))).toEqual([])
  })

  test('an incomplete line is refused', async () => {
    await expect(all(linesOf(pieces(text.slice(0, -1), 64)))).rejects.toThrow(/incomplete/)
  })

  test('lines are grouped into batches of limited size', async () => {
    const batches = await batchesIn(batchesOf(linesOf(pieces('12345\n'.repeat(10), 12)), 20))

    expect(batches.map(({ length }) => length)).toEqual([4, 4, 2])
  })
})

describe('a line', () => {
  test('a line has the identity and version of a record, and its first time of arrival', () => {
    const line = aLine({ recordId: 'a "b"', version: 3, firstReceivedAtMs: -877 })

    expect(readRow(line)).toEqual({
      merchantId: 'shop1',
      occurredAtMs: Date.UTC(2026, 2, 9, 10, 0, 0, 250),
      recordId: 'a "b"',
      version: 3,
      hash: Buffer.alloc(16, 0xaa),
      firstReceivedAtMs: -877,
      line,
    })
  })

  test.each([
    ['is broken', '{"merchant_id":'],
    ['is not an object', '7'],
    ['is null', 'null'],
    ['has no merchant', aLine().replace('merchant_id', 'other')],
    ['has no record id', aLine().replace('record_id', 'other')],
    ['has no version', aLine().replace('version', 'other')],
    ['has a version that is a text', aLine().replace('"version":1', '"version":"1"')],
    ['has no time', aLine().replace('occurred_at', 'other')],
    ['has no first arrival', aLine().replace('first_received_at', 'other')],
    ['has half a hash', aLine().replace('aa'.repeat(16), 'aa'.repeat(8))],
  ])('a line that %s is not a row', (_, line) => {
    expect(readRow(line)).toBeUndefined()
  })
})

describe('the rows of an export', () => {
  test.each([
    ['a new row is stored', [aRow()], [], { loaded: 1, skipped: 0, conflicts: 0, kept: [1] }],
    ['an equal row is skipped', [aRow()], [stored()], { loaded: 0, skipped: 1, conflicts: 0, kept: [] }],
    [
      'an earlier version is skipped',
      [aRow()],
      [stored({ version: 2 })],
      { loaded: 0, skipped: 1, conflicts: 0, kept: [] },
    ],
    [
      'a row with other content is a conflict',
      [aRow()],
      [stored({ hash: 'bb' })],
      { loaded: 0, skipped: 0, conflicts: 1, kept: [] },
    ],
    [
      'a row that was erased here is skipped',
      [aRow()],
      [stored({ hash: '00' })],
      { loaded: 0, skipped: 1, conflicts: 0, kept: [] },
    ],
    [
      'the highest version of a record is stored, and the others are counted',
      [aRow(), aRow({ version: 2 }), aRow({ version: 4 }), aRow({ recordId: 'r2' })],
      [stored({ recordId: 'r3' })],
      { loaded: 4, skipped: 0, conflicts: 0, kept: [4, 1] },
    ],
    ['a repeated version is stored once', [aRow(), aRow()], [], { loaded: 1, skipped: 1, conflicts: 0, kept: [1] }],
  ])('%s', (_, rows, known, expected) => {
    const { lines, ...counts } = newRows(rows, known)

    const kept = lines.map((line) => readRow(line)?.version)
    expect({ ...counts, kept }).toEqual(expected)
  })

  test.each([
    ['a version before it in the batch', [aRow({ firstReceivedAtMs: MORNING })], []],
    ['the stored version', [], [stored({ firstReceivedAtMs: MORNING })]],
  ])('a row keeps the first time of arrival of %s', (_, before, known) => {
    const { lines } = newRows([...before, aRow({ version: 2 })], known)

    expect(lines).toEqual([
      aLine({ version: 2 }).replace('"2026-03-09 12:00:00.000","source"', '"2026-03-09 08:00:00.000","source"'),
    ])
  })

  test('a row that arrived before the stored version is unchanged', () => {
    const row = aRow({ version: 2, firstReceivedAtMs: MORNING })

    expect(newRows([row], [stored()]).lines).toEqual([row.line])
  })
})
