import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { assert } from '../../../kernel/assert.ts'
import { type RowSource, rowSource } from '../row-source.ts'
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
  /** The title in the document properties. */
  readonly title: string
  /** The cells of the first line, such as the name and period of the report. */
  readonly head: readonly string[]
  /** The column names, on the second line. */
  readonly columns: readonly string[]
}

const COLUMNS_MAX = 16_384

/**
 * A date before the first that the format supports becomes that first one, in every time zone, so the same rows give
 * the same bytes. Rows are very similar, so a low level compresses them well and faster than the default.
 */
const ENTRY = { mtime: new Date(0), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 3 }

/**
 * Writes a workbook from finished rows: each line is one `<row>…</row>` with its cells, in which a line break is
 * `&#10;`. Addresses (`r`) count within the sheet, from the row below the header. When a sheet is full, the next one
 * starts with the same header rows. Bytes are streamed as they are read; if the rows fail, so does the stream.
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
  /** Aborted when the output is closed. */
  readonly signal: AbortSignal
}

/** The number of sheets is only known at the end, so the parts that list them are written last. */
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
