import type { RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import { csvRows, readCsvHeader } from '../../platform/files/csv-rows.ts'
import { readerOf } from '../reading/read-record.ts'
import { type ColumnMapping, inTimeZone, type MappedColumns, mapColumns, recordOfRow } from './column-mapping.ts'
import type { ImportSource } from './import-source.ts'
import type { InputPosition } from './ingest-batch.ts'
import type { Ingester } from './ingester.ts'
import { InputTrace } from './input-trace.ts'
import { LineSplitter } from './line-splitter.ts'

/** How the records of a file are written. */
export type ImportFormat =
  | { readonly name: 'ndjson' }
  | {
      readonly name: 'csv'
      readonly delimiter: string
      readonly mapping: ColumnMapping
      /** The zone of times without an offset; undefined: such times are rejected. */
      readonly timeZone: string | undefined
    }

/** Where an earlier run stopped, with the hash of the bytes before it. */
type ResumeAt = Required<InputPosition>

type Import = {
  readonly ingester: Ingester
  readonly source: ImportSource
  readonly kind: RecordKind
  readonly resumeAt: ResumeAt | undefined
}

/** Reads an input into the ingester, from its start or from where an earlier run stopped. */
export async function readImport(input: Import, format: ImportFormat): Promise<void> {
  if (format.name === 'ndjson') await readLines(input)
  else await readRows(input, format)
}

async function readLines({ ingester, source, resumeAt }: Import): Promise<void> {
  const trace = new InputTrace()
  const splitter = new LineSplitter(resumeAt)
  const end = (): InputPosition => {
    const { position } = splitter
    trace.passTo(position.offset)
    return { ...position, prefixHash: trace.prefixHash() }
  }
  for await (const chunk of restOf(source, trace, { start: resumeAt?.offset ?? 0, resumeAt })) {
    for (const line of splitter.lines(chunk)) {
      ingester.reader.addLine(line)
      if (ingester.reader.isFull) await ingester.handOver(end())
    }
    trace.passTo(splitter.position.offset)
  }
  for (const line of splitter.end()) ingester.reader.addLine(line)
  await ingester.end(end())
}

async function readRows(
  { ingester, source, kind, resumeAt }: Import,
  { delimiter, mapping, timeZone }: ImportFormat & { readonly name: 'csv' },
): Promise<void> {
  const trace = new InputTrace()
  const header = readCsvHeader(source.start, delimiter)
  if (header === undefined) return
  const reader = readerOf(kind)
  const columns = mapColumns(header.cells, mapping, (name) => reader.fieldNamed(name))
  const timeOf = timeZone === undefined ? (text: string) => text : inTimeZone(timeZone)
  const start = resumeAt?.offset ?? header.endOffset
  const end = (): InputPosition => {
    const { lineCount, offset } = trace
    return { lineCount, offset, prefixHash: trace.prefixHash() }
  }
  const bytes = restOf(source, trace, { start, resumeAt })
  for await (const { cells, endOffset } of csvRows(bytes, delimiter, () => trace.lineCount)) {
    const line = passRow(trace, cells, start + endOffset)
    const problem = rowProblem(cells, columns)
    if (problem !== undefined) ingester.reader.reject(line, problem)
    else ingester.reader.addRecord(line, recordOfRow(cells, columns, timeOf), { isPlain: false })
    if (ingester.reader.isFull) await ingester.handOver(end())
  }
  await ingester.end(end())
}

/** Moves the trace past the row and returns the line at which the row begins. */
function passRow(trace: InputTrace, cells: readonly string[], endOffset: number): number {
  const before = trace.lineCount
  trace.passTo(endOffset)
  const isOneLine = trace.lineCount - before <= 1
  const inner = isOneLine ? 0 : cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
  return trace.lineCount - inner
}

/** The parser replaces bytes that are not UTF-8 by this character. */
const REPLACEMENT_CHARACTER = '\ufffd'

function rowProblem(cells: readonly string[], { targets }: MappedColumns): string | undefined {
  if (cells.length !== targets.length) {
    return `has ${cells.length} cells, but the header has ${targets.length}`
  }
  return cells.some((cell) => cell.includes(REPLACEMENT_CHARACTER)) ? 'is not UTF-8 text' : undefined
}

/** Yields the bytes from `start` on; those before it must be the ones that an earlier run read. */
async function* restOf(
  source: ImportSource,
  trace: InputTrace,
  { start, resumeAt }: { readonly start: number; readonly resumeAt: ResumeAt | undefined },
): AsyncGenerator<Buffer> {
  let isReached = start === 0
  for await (const chunk of source.bytes()) {
    trace.push(chunk)
    if (isReached) {
      yield chunk
      continue
    }
    trace.passTo(start)
    if (trace.offset < start) continue
    if (resumeAt !== undefined && !trace.prefixHash().equals(resumeAt.prefixHash)) throw otherInput()
    isReached = true
    yield trace.ahead()
  }
  if (!isReached) throw otherInput()
}

function otherInput(): AppError {
  return new AppError(
    'conflict',
    'OTHER_INPUT',
    'The input differs from the one whose import was interrupted. Start again with --restart; records stored before are recognized.',
  )
}
