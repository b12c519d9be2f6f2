import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { columnName, XLSX_STYLES } from './xlsx-parts.ts'
import { xlsxOf } from './xlsx-writer.ts'

const SHEET = {
  title: 'Daily <payments>',
  head: ['Daily <payments> & more', '2026-03-09'],
  columns: ['Request.RequestID', 'Amount'],
}

/** The row of that number on its sheet, as the engine writes it. */
const rowAt = (number: number, text: string, amount: string): string =>
  `<row><c r="A${number}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c><c r="B${number}" s="2"><v>${amount}</v></c></row>\n`

const rowsOf = (count: number, rowsMax = 1_048_576): readonly string[] =>
  Array.from({ length: count }, (_, index) => rowAt((index % (rowsMax - 2)) + 3, `r${index}`, `${index}.50`))

/** In chunks that end anywhere. */
async function* lines(texts: readonly string[], pieceBytes = 7): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(texts.join(''))
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** The text of an entry, which begins after its name: entries have no further fields. */
function unzipped(file: Buffer, name: string): string {
  return inflateRawSync(file.subarray(file.indexOf(name) + name.length)).toString()
}

const HEAD = [SHEET.head, SHEET.columns]

test('rows are read back below the two header rows', async () => {
  const texts = [rowAt(3, 'a', '12.50'), rowAt(4, 'b', '-0.10')]

  const file = await buffer(xlsxOf(lines(texts), SHEET))

  const data = [...HEAD, ['a', 12.5], ['b', -0.1]]
  expect(await readXlsxFile(file)).toEqual([{ sheet: 'Report', data }])
})

test('a report without rows has a sheet with header rows', async () => {
  const file = await buffer(xlsxOf(lines([]), SHEET))

  expect(await readXlsxFile(file)).toEqual([{ sheet: 'Report', data: HEAD }])
})

test.each([
  { rows: 2, sheets: [2] },
  { rows: 3, sheets: [3] },
  { rows: 4, sheets: [3, 1] },
  { rows: 9, sheets: [3, 3, 3] },
  { rows: 10, sheets: [3, 3, 3, 1] },
])('$rows rows are split into sheets of three', async ({ rows, sheets }) => {
  for (const pieceBytes of [1, 1_000]) {
    const source = lines(rowsOf(rows, 5), pieceBytes)

    const file = await buffer(xlsxOf(source, SHEET, { rowsMax: 5 }))

    const found = await readXlsxFile(file)
    expect(found.map(({ sheet }) => sheet)).toEqual(
      sheets.map((_, index) => (index === 0 ? 'Report' : `Report ${index + 1}`)),
    )
    expect(found.map(({ data }) => data.length - 2)).toEqual(sheets)
    for (const { data } of found) expect(data.slice(0, 2)).toEqual(HEAD)
    expect(found.flatMap(({ data }) => data.slice(2).map(([text]) => text))).toEqual(
      Array.from({ length: rows }, (_, index) => `r${index}`),
    )
  }
})

test('any string is read back unchanged', async () => {
  const texts = ['a&#10;b', ' &lt;b&gt; &amp; &quot;c&quot; ', '😀 שלום 𝒜', '=1+1']
  const head = ['<&>"\'', '😀\u0000', 'two\nlines']

  const file = await buffer(xlsxOf(lines(texts.map((text, index) => rowAt(index + 3, text, '1'))), { ...SHEET, head }))

  const [{ data } = { data: [] }] = await readXlsxFile(file, { trim: false })
  expect(data[0]).toEqual(['<&>"\'', '😀\ufffd', 'two\nlines'])
  expect(data.slice(2).map(([text]) => text)).toEqual(['a\nb', ' <b> & "c" ', '😀 שלום 𝒜', '=1+1'])
})

test('a string that looks like an escaped character is escaped itself', async () => {
  const file = await buffer(xlsxOf(lines([]), { ...SHEET, head: ['a_x0041_b _x'] }))

  expect(unzipped(file, 'xl/worksheets/sheet1.xml')).toContain('>a_x005F_x0041_b _x<')
})

test('the header rows stay in view and the columns can be filtered', async () => {
  const columns = Array.from({ length: 28 }, (_, index) => `c${index}`)

  const file = await buffer(xlsxOf(lines(rowsOf(4)), { ...SHEET, columns }))

  const sheet = unzipped(file, 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<pane ySplit="2" topLeftCell="A3"')
  expect(sheet).toContain('<autoFilter ref="A2:AB6"/>')
})

test('columns are lettered as spreadsheets letter them', () => {
  expect([1, 26, 27, 52, 53, 702, 703, 16_384].map(columnName)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ])
})

test('the style of a cell depends on its number of decimals', async () => {
  const file = await buffer(xlsxOf(lines([]), SHEET))

  const styles = unzipped(file, 'xl/styles.xml')
  const custom = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  )
  const cells = styles.slice(styles.indexOf('<cellXfs'))
  const formats = [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id = '']) => custom.get(id) ?? { 0: 'General', 1: '0', 2: '0.00' }[id],
  )
  for (const [decimals, style] of Object.entries(XLSX_STYLES.byDecimals)) {
    expect(formats[style]).toBe((0).toFixed(Number(decimals)))
  }
  expect(formats[XLSX_STYLES.general]).toBe('General')
})

test('the same rows give the same bytes, in chunks of any size', async () => {
  const hash = async (pieceBytes: number): Promise<string> => {
    const file = await buffer(xlsxOf(lines(rowsOf(2_000), pieceBytes), SHEET))
    return createHash('sha256').update(file).digest('hex')
  }

  expect(await hash(64)).toBe(await hash(65_536))
})

test('a workbook fails if its rows fail', async () => {
  const failing = async function* () {
    yield* lines(rowsOf(3))
    throw new Error('the engine went away')
  }

  await expect(buffer(xlsxOf(failing(), SHEET))).rejects.toThrow('the engine went away')
  await expect(buffer(xlsxOf(failing(), SHEET, { rowsMax: 5 }))).rejects.toThrow('the engine went away')
})

test('a truncated row is refused', async () => {
  const cut = lines(['<row><c r="A3"'])

  await expect(buffer(xlsxOf(cut, SHEET))).rejects.toThrow('in the middle')
})

test('rows are read no faster and no further than the workbook is read', async () => {
  let readBytes = 0
  const hasEnded = Promise.withResolvers<boolean>()
  const endless = async function* () {
    try {
      for (;;) {
        // Compression halves it.
        const piece = Buffer.from(rowAt(3, randomBytes(50_000).toString('hex'), '1'))
        readBytes += piece.length
        yield piece
      }
    } finally {
      hasEnded.resolve(true)
    }
  }

  let writtenBytes = 0
  for await (const piece of xlsxOf(endless(), SHEET)) {
    writtenBytes += (piece as Buffer).length
    expect(readBytes).toBeLessThan(3 * writtenBytes + 2_000_000)
    if (writtenBytes > 5_000_000) break
  }

  expect(await hasEnded.promise).toBe(true)
})

test('closing a workbook early closes its source', async () => {
  const source = new Readable({ read: () => {} })
  const workbook = xlsxOf(source, SHEET)

  workbook.destroy()

  await new Promise((resolve) => source.once('close', resolve))
  expect(source.destroyed).toBe(true)
})
