import { expect, test } from 'vitest'
import { COLUMNS_MAX, ROWS_MAX } from './invoice-import.ts'
import { detectDelimiter, openImportFile } from './read-file.ts'
import type { ImportRow } from './reading/import-groups.ts'

async function opened(text: string | Buffer) {
  const { delimiter, columns, rows } = openImportFile(Buffer.from(text), undefined)
  const read: ImportRow[] = []
  for await (const row of rows()) read.push(row)
  return { delimiter, columns, rows: read }
}

test.each([
  ['a,b;c,d\n', ','],
  ['a;b,c;d\n', ';'],
  ['a\tb\n1\t2', '\t'],
  ['"a;b",c\n', ','],
  ['"a,b";"c,d"\r\n', ';'],
  ['name', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(detectDelimiter(Buffer.from(text))).toBe(delimiter)
})

test('rows have their lines as an editor counts them, with quotes, line ends in cells and empty lines', async () => {
  const text = '\ufeffName;"Te\r\nxt"; \r\n\r\nAda;"a ""b""\r\nc";1\r\n;;\r\nBob;=1+1;2'

  expect(await opened(text)).toEqual({
    delimiter: ';',
    columns: ['Name', 'Te\r\nxt', 'Column 3'],
    rows: [
      { ordinal: 1, line: 4, cells: ['Ada', 'a "b"\r\nc', '1'] },
      { ordinal: 2, line: 7, cells: ['Bob', '=1+1', '2'] },
    ],
  })
})

test.each<[string, string | Buffer, RegExp]>([
  ['nothing', '', /empty/],
  ['empty lines', '\n\n', /empty/],
  ['a column twice', 'a,a\n1,2', /named “a”/],
  ['too many columns', Array.from({ length: COLUMNS_MAX + 1 }, String).join(','), /has 101 columns/],
  ['too many rows', `a\n${'1\n'.repeat(ROWS_MAX + 1)}`, /more than 20000 rows/],
  ['a quote that is not closed', 'a\n1\n"2\n3', /line 3 cannot be read/],
  ['Latin-1', Buffer.from('a\n1\n\xfc', 'latin1'), /line 3 is not UTF-8 text/],
  ['a zero byte', 'a\n1\0', /line 2 is not UTF-8 text/],
])('a file with %s is refused', async (_what, text, message) => {
  await expect(opened(text)).rejects.toMatchObject({ code: 'INVALID_CSV', message: expect.stringMatching(message) })
})
