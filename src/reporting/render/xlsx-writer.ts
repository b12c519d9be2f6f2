import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { assert } from '../../kernel/assert.ts'
import { type RowSource, rowSource } from './row-source.ts'
import {
  contentTypesXml,
  HEAD_ROWS,
  propertiesXml,
  ROOT_RELATIONS_XML,
  STYLES_XML,
  sheetEndXml,
  sheetStartXml,
  workbookRelationsXml,
  workbookXml,
  XLSX_ROWS_MAX,
} from './xlsx-parts.ts'

type XlsxSheet = {
  /** What the document is called in its properties. */
  readonly title: string
  /** The cells of the first line, as the report's name and period. */
  readonly head: readonly string[]
  /** The names of the columns, on the second line. */
  readonly columns: readonly string[]
}

const COLUMNS_MAX = 16_384

/**
 * A date before the first that the format knows becomes that first one, in every time zone: the same rows
 * give the same bytes. Rows are much alike, so a low level packs them well, and sooner than the usual one.
 */
const ENTRY = { mtime: new Date(0), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 3 }

/**
 * A workbook of rows that are finished: each line is one `<row>…</row>` with its cells, in which a line break
 * is `&#10;`. Addresses (`r`) count within the sheet, from the row below the head. Where a sheet is full the next
 * one begins, with the same two lines at its head. Bytes flow as they are read; where the rows fail, so does the
 * stream.
 */
export function xlsxOf(
  lines: AsyncIterable<Uint8Array>,
  sheet: XlsxSheet,
  { rowsMax = XLSX_ROWS_MAX }: { readonly rowsMax?: number } = {},
): Readable {
  const isFit = rowsMax > HEAD_ROWS && rowsMax <= XLSX_ROWS_MAX && sheet.columns.length <= COLUMNS_MAX
  assert(isFit, 'A sheet must have room for its header rows and must not exceed the limits of spreadsheet programs.')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const source = rowSource(lines)
  const leaving = new AbortController()
  output.once('close', () => {
    leaving.abort()
    source.end()
  })
  writeWorkbook({ zip, source, sheet, rowsMax, signal: leaving.signal }).catch((error: Error) => {
    output.destroy(error)
  })
  return output
}

type Writing = {
  readonly zip: ZipFile
  readonly source: RowSource
  readonly sheet: XlsxSheet
  readonly rowsMax: number
  /** Nobody reads any further. */
  readonly signal: AbortSignal
}

/** How many sheets there are is known last, and so are the parts that list them. */
async function writeWorkbook(writing: Writing): Promise<void> {
  const { zip, source, sheet } = writing
  const add = (name: string, xml: string): void => zip.addBuffer(Buffer.from(xml), name, ENTRY)
  add('_rels/.rels', ROOT_RELATIONS_XML)
  add('docProps/core.xml', propertiesXml(sheet.title))
  add('xl/styles.xml', STYLES_XML)
  let sheets = 0
  do {
    sheets += 1
    const content = Readable.from(sheetXml(writing), { signal: writing.signal })
    zip.addReadStream(content, `xl/worksheets/sheet${sheets}.xml`, ENTRY)
    await finished(content)
  } while (await source.hasMore())
  add('xl/workbook.xml', workbookXml(sheets))
  add('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets))
  add('[Content_Types].xml', contentTypesXml(sheets))
  zip.end()
}

async function* sheetXml({ source, sheet, rowsMax }: Writing) {
  yield Buffer.from(sheetStartXml(sheet.head, sheet.columns))
  const rows = yield* source.rows(rowsMax - HEAD_ROWS)
  yield Buffer.from(sheetEndXml(rows, sheet.columns.length))
}
