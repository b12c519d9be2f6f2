import { Readable } from 'node:stream'
import { CsvError, type Info, type Options, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { AppError } from '../../kernel/errors.ts'

const ROW_BYTES_MAX = 1024 * 1024

export type CsvRow = {
  readonly cells: readonly string[]
  /** The line at which it begins, counted from where the bytes began; cells may contain line ends. */
  readonly line: number
  /** Where it ends, counted from where the bytes began. */
  readonly endOffset: number
}

type Parsed = { readonly info: Info; readonly record: string[] }

function optionsOf(delimiter: string): Options {
  return {
    delimiter,
    info: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: ROW_BYTES_MAX,
  }
}

/** Reads the header from the first bytes of a file; undefined for an empty file. */
export function readCsvHeader(bytes: Buffer, delimiter: string): CsvRow | undefined {
  try {
    const rows = parseSync(bytes, { ...optionsOf(delimiter), to: 1 }) as unknown as Parsed[]
    return rows.map(rowOf)[0]
  } catch (error) {
    throw explained(error, 1)
  }
}

/** Yields the rows of a file, or of the rest of one; an error names the line after `lineCount` lines. */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  delimiter: string,
  lineCount: () => number,
): AsyncGenerator<CsvRow> {
  const parser = parse({ ...optionsOf(delimiter), skip_records_with_error: true })
  // An error would discard parsed rows that have not been read yet, so it is thrown after them.
  let broken: CsvError | undefined
  parser.once('skip', (error) => {
    broken = error
  })
  const lines = new LineTrace()
  const source = Readable.from(lines.of(bytes), { objectMode: false })
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const parsed of source.pipe(parser) as AsyncIterable<Parsed>) {
      if (broken !== undefined && parsed.info.records > Number(broken['records'])) break
      const row = rowOf(parsed)
      yield { ...row, line: lines.firstLineOf(row) }
    }
  } finally {
    source.destroy()
  }
  if (broken !== undefined) throw explained(broken, lineCount() + 1)
}

function rowOf({ info, record }: Parsed): CsvRow {
  return { cells: record, line: info.lines - lineEndsIn(record), endOffset: info.bytes }
}

function lineEndsIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}

const LINE_FEED = 0x0a

/** Counts lines by itself: the parser counts a line end that two pieces divide twice. */
class LineTrace {
  /** Where the line feeds are that no row has passed. */
  #ahead: number[] = []
  #passed = 0

  async *of(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let offset = 0
    for await (const piece of bytes) {
      for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1))
        this.#ahead.push(offset + at)
      offset += piece.length
      yield piece
    }
  }

  /** Rows are passed in their order. */
  firstLineOf({ cells, endOffset }: Pick<CsvRow, 'cells' | 'endOffset'>): number {
    const count = this.#ahead.findIndex((at) => at >= endOffset)
    const passed = this.#ahead.splice(0, count < 0 ? this.#ahead.length : count)
    this.#passed += passed.length
    const isEnded = passed.at(-1) === endOffset - 1
    return this.#passed - lineEndsIn(cells) + (isEnded ? 0 : 1)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'an unquoted cell contains a quotation mark',
  CSV_MAX_RECORD_SIZE: 'it is longer than 1 MiB',
}

/** Stops at the first invalid row: where it ends is unknown, so the rows after it cannot be trusted. */
function explained(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  const reason = REASONS[error.code] ?? 'it is not valid CSV'
  const message = `The row at line ${line} cannot be read: ${reason}. Nothing after it was read.`
  return new AppError('invalid', 'INVALID_CSV', message, [], { cause: error })
}
