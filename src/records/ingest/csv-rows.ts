import { Readable } from 'node:stream'
import { CsvError, type Info, type Options, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { AppError } from '../../kernel/errors.ts'

const ROW_BYTES_MAX = 1024 * 1024

export type CsvRow = {
  readonly cells: readonly string[]
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

/** The head line, from the first bytes of a file; undefined for an empty one. */
export function csvHead(bytes: Buffer, delimiter: string): CsvRow | undefined {
  try {
    const rows = parseSync(bytes, { ...optionsOf(delimiter), to: 1 }) as unknown as Parsed[]
    return rows.map(rowOf)[0]
  } catch (error) {
    throw explained(error, 1)
  }
}

/** The rows of a file, or of the rest of one; `lineCount` tells how many lines were passed when one cannot be read. */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  delimiter: string,
  lineCount: () => number,
): AsyncGenerator<CsvRow> {
  const parser = parse({ ...optionsOf(delimiter), skip_records_with_error: true })
  // A failure would throw away rows before it that nobody has taken yet, so it is kept until they are taken.
  let broken: CsvError | undefined
  parser.once('skip', (error) => {
    broken = error
  })
  const source = Readable.from(bytes, { objectMode: false })
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const parsed of source.pipe(parser) as AsyncIterable<Parsed>) {
      if (broken !== undefined && parsed.info.records > Number(broken['records'])) break
      yield rowOf(parsed)
    }
  } finally {
    source.destroy()
  }
  if (broken !== undefined) throw explained(broken, lineCount() + 1)
}

function rowOf({ info, record }: Parsed): CsvRow {
  return { cells: record, endOffset: info.bytes }
}

const WORDS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that does not begin with one',
  CSV_MAX_RECORD_SIZE: 'it is longer than 1 MiB',
}

/** Where the rows' ends cannot be told any more, what follows would be read as something that it is not. */
function explained(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  const what = WORDS[error.code] ?? 'it is not valid CSV'
  const message = `The row that begins at line ${line} cannot be read: ${what}. Nothing after it was read.`
  return new AppError('invalid', 'INVALID_CSV', message, [], { cause: error })
}
