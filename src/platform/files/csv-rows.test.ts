import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvRow, csvRows, readCsvHeader } from './csv-rows.ts'

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rowsOf(text: string, { delimiter = ',', size = 7 } = {}) {
  const rows: CsvRow[] = []
  for await (const row of csvRows(pieces(Buffer.from(text), size), delimiter, () => rows.length)) {
    rows.push(row)
  }
  return rows
}

test('rows can have quoted cells, any line endings and empty lines, and have their end position', async () => {
  const text = '\ufeffa,"b ""c"""\r\n\r\n"x\r\ny",ü\n1,2'

  expect(await rowsOf(text)).toEqual([
    { cells: ['a', 'b "c"'], line: 1, endOffset: 16 },
    { cells: ['x\r\ny', 'ü'], line: 3, endOffset: 28 },
    { cells: ['1', '2'], line: 5, endOffset: 31 },
  ])
  expect(await rowsOf('a;b\n', { delimiter: ';' })).toMatchObject([{ cells: ['a', 'b'] }])
  expect(await rowsOf('')).toEqual([])
})

test('the header is read from the first bytes only', () => {
  expect(readCsvHeader(Buffer.from('\ufeffa,"b\nc"\r\n1,"cut'), ',')).toEqual({
    cells: ['a', 'b\nc'],
    line: 1,
    endOffset: 12,
  })
  expect(readCsvHeader(Buffer.from(''), ',')).toBeUndefined()
  expect(() => readCsvHeader(Buffer.from('a,"b'), ',')).toThrow('The row at line 1')
})

test.each([
  ['a\n1\n"2', 'a quotation mark is never closed'],
  ['a\n1\n"2"3\n4', 'something follows a closing quotation mark'],
  ['a\n1\n2"3"\n4', 'an unquoted cell contains a quotation mark'],
  [`a\n1\n${'x'.repeat(1024 * 1024 + 9)}\n4`, 'it is longer than 1 MiB'],
])('an invalid row ends reading: %#', async (text, reason) => {
  await expect(rowsOf(text, { size: 65_536 })).rejects.toThrow(
    new RegExp(`^The row at line 3 cannot be read: ${reason}`),
  )
})

test('reading can resume from the end of any row', async () => {
  const cell = fc.constantFrom('', 'a', 'b c', '"', 'x\ny', 'x\r\ny', 'ü', '1,5')
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 })
  const lineEnd = fc.constantFrom('\n', '\r\n')

  await fc.assert(
    fc.asyncProperty(table, lineEnd, fc.integer({ min: 1, max: 9 }), async (rows, end, size) => {
      const text = rows.map((cells) => cells.map(quoted).join(',') + end).join('')
      const read = await rowsOf(text, { size })

      expect(read.map(({ cells }) => cells)).toEqual(rows)
      const lineEnds = (cells: readonly string[]) => cells.join('').split('\n').length
      const lines = rows.map((_, index) => rows.slice(0, index).reduce((line, cells) => line + lineEnds(cells), 1))
      expect(read.map(({ line }) => line)).toEqual(lines)
      for (const [index, { endOffset }] of read.entries()) {
        const rest = Buffer.from(text).subarray(endOffset).toString()
        const again = await rowsOf(rest, { size })
        expect(again.map(({ cells }) => cells)).toEqual(rows.slice(index + 1))
      }
    }),
    { numRuns: 30 },
  )
})
