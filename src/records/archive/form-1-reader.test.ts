import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { MANIFEST_FILE, readManifest } from './archive-manifest.ts'
import { columnsOfForm1, linesOfForm1 } from './form-1-reader.ts'
import { readPacked } from './packed-file.ts'

/**
 * An export of the former version, made by its own code at commit 2464bb7 with its embedded engine:
 * tables by createTableSql, "system stop merges", two batches of each of three kinds by insertRecords, then
 * exportRecords. Among the records are corrections, withdrawals, every type of column, rare fields, the largest
 * numbers, odd characters and times before 1970. `expected.ndjson` holds the same rows in the order of the files, as
 * that engine itself wrote them with `archivedRowSql` of today.
 */
const folder = fileURLToPath(new URL('../../../test/fixtures/archive-form-1', import.meta.url))
const { form, kinds } = readManifest(readFileSync(join(folder, MANIFEST_FILE), 'utf8'))
const files = kinds.flatMap(({ columns, files: all }) => all.map((file) => ({ columns, ...file })))
const expected = readFileSync(join(folder, 'expected.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  // The engine writes some escapes in other letters than JavaScript does.
  .map((line) => JSON.stringify(JSON.parse(line)))

async function* inPieces(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
  }
}

async function readAll(pieceBytes: number): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { name, columns } of files) {
    const source = inPieces(readPacked(join(folder, name)), pieceBytes)
    for await (const some of linesOfForm1(source, columns)) lines.push(...some)
  }
  return lines
}

describe('an export of the former version', () => {
  test.each([100_000, 97])('is read in chunks of %i bytes as its engine wrote it', async (bytes) => {
    const lines = await readAll(bytes)

    expect(form).toBe(1)
    expect(lines).toEqual(expected)
    expect(lines.length).toBe(files.reduce((sum, { rows }) => sum + rows, 0))
  })

  test('has rows of every type', () => {
    const types = new Set(
      kinds
        .flatMap(({ columns }) => columns.filter(({ name }) => expected.some((line) => line.includes(`"${name}":`))))
        .map(({ type }) => type),
    )

    expect([...types].sort()).toEqual([
      'decimal-map',
      'flag',
      'hash',
      'instant',
      'instant-map',
      'integer-map',
      'nullable-amount',
      'nullable-date',
      'nullable-decimal',
      'nullable-instant',
      'nullable-integer',
      'repetitive-text',
      'text',
      'text-map',
      'version',
    ])
  })

  test("has no first arrival of a record: each version's own is used", () => {
    const columns = columnsOfForm1([
      { name: 'received_at', type: 'instant' },
      { name: 'source', type: 'repetitive-text' },
    ])

    expect(columns.map(({ name }) => name)).toEqual(['received_at', 'first_received_at', 'source'])
  })

  test('that ends in the middle of a row is refused', async () => {
    const [{ name = '', columns = [] } = {}] = files
    const rows = await buffer(readPacked(join(folder, name)))
    const cut = Readable.from([rows.subarray(0, -1)])

    await expect(Readable.from(linesOfForm1(cut, columns)).toArray()).rejects.toThrow(/incomplete/)
  })
})
