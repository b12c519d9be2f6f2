import { AppError } from '../../kernel/errors.ts'
import { csvRows, readCsvHeader } from '../../platform/files/csv-rows.ts'
import { COLUMN_NAME_LENGTH_MAX, COLUMNS_MAX, DELIMITERS, type Delimiter, ROWS_MAX } from './invoice-import.ts'
import type { ImportRow } from './reading/import-groups.ts'

/** The parser’s replacement for bytes that are not UTF-8, and the character that PostgreSQL cannot store. */
const NOT_TEXT = /[\ufffd\0]/
const EMPTY = /^\s*$/

export type ImportFile = {
  readonly delimiter: Delimiter
  readonly columns: readonly string[]
  /** All rows after the header that are not empty; can be read once. */
  readonly rows: () => AsyncGenerator<ImportRow, void>
}

/** Opens a CSV file and reads its header; refuses any other file. */
export function openImportFile(bytes: Buffer, wanted: Delimiter | undefined): ImportFile {
  const delimiter = wanted ?? detectDelimiter(bytes)
  const header = readCsvHeader(bytes, delimiter)
  if (header === undefined || header.cells.every((cell) => EMPTY.test(cell))) {
    throw refusedFile('The file is empty: its first row must have the names of the columns.')
  }
  if (header.cells.some((cell) => NOT_TEXT.test(cell))) throw notText(header.line)
  const columns = columnsOf(header.cells)
  return { delimiter, columns, rows: () => rowsAfterHeader(bytes, delimiter) }
}

/** The one that divides the header into most columns; a comma if none divides it. */
export function detectDelimiter(bytes: Buffer): Delimiter {
  const columnsBy = (delimiter: Delimiter): number => {
    try {
      return readCsvHeader(bytes, delimiter)?.cells.length ?? 0
    } catch (error) {
      // Another one may fit.
      if (error instanceof AppError) return 0
      throw error
    }
  }
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, columns: columnsBy(delimiter) }))
  return counts.reduce((best, next) => (next.columns > best.columns ? next : best)).delimiter
}

/** Names are trimmed; a column without one is named by its place, in the way of spreadsheets. */
function columnsOf(cells: readonly string[]): readonly string[] {
  const columns = cells.map((cell, index) => (EMPTY.test(cell) ? `Column ${index + 1}` : cell.trim()))
  if (columns.length > COLUMNS_MAX)
    throw refusedFile(`The file has ${columns.length} columns; at most ${COLUMNS_MAX} are read.`)
  const long = columns.find(({ length }) => length > COLUMN_NAME_LENGTH_MAX)
  if (long !== undefined) throw refusedFile(`The name of a column is longer than ${COLUMN_NAME_LENGTH_MAX} characters.`)
  const twice = columns.find((column, index) => columns.indexOf(column) < index)
  if (twice !== undefined) throw refusedFile(`Two columns are named “${twice}”: each needs a name of its own.`)
  return columns
}

async function* rowsAfterHeader(bytes: Buffer, delimiter: Delimiter): AsyncGenerator<ImportRow, void> {
  let ordinal = -1
  let lineCount = 0
  for await (const { cells, line } of csvRows(pieces(bytes), delimiter, () => lineCount)) {
    lineCount = line
    if (ordinal >= 0 && cells.every((cell) => EMPTY.test(cell))) continue
    ordinal += 1
    if (ordinal === 0) continue
    if (ordinal > ROWS_MAX) throw refusedFile(`The file has more than ${ROWS_MAX} rows: divide it.`)
    if (cells.some((cell) => NOT_TEXT.test(cell))) throw notText(line)
    yield { ordinal, line, cells }
  }
}

const PIECE_BYTES = 64 * 1024

/** In pieces, so that the rows of a piece are stored before the next is read. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

function notText(line: number): AppError {
  return refusedFile(`The row at line ${line} is not UTF-8 text: save the file as CSV UTF-8.`)
}

export function refusedFile(message: string): AppError {
  return new AppError('invalid', 'INVALID_CSV', message)
}
