import type { RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  type ColumnMapping,
  inTimeZone,
  type MappedColumns,
  mappedColumns,
  recordOfRow,
} from '../reading/column-mapping.ts'
import { RecordReader } from '../reading/read-record.ts'
import { csvHead, csvRows } from './csv-rows.ts'
import type { ImportSource } from './import-source.ts'
import { InputTrace } from './input-trace.ts'
import type { InputPosition } from './intake-batch.ts'
import { LineSplitter } from './line-splitter.ts'
import type { RecordIntake } from './record-intake.ts'

/** How a file says what its records are. */
export type ImportFormat =
  | { readonly name: 'ndjson' }
  | {
      readonly name: 'csv'
      readonly delimiter: string
      readonly mapping: ColumnMapping
      /** For times that have no offset; undefined: they are refused. */
      readonly timeZone: string | undefined
    }

/** Where an earlier run stopped, and by what the bytes before it are known. */
type ResumeAt = Required<InputPosition>

type Feed = {
  readonly intake: RecordIntake
  readonly source: ImportSource
  readonly kind: RecordKind
  readonly resumeAt: ResumeAt | undefined
}

/** Reads all that is left of an input into the intake. */
export async function feedIntake(feed: Feed, format: ImportFormat): Promise<void> {
  if (format.name === 'ndjson') await feedLines(feed)
  else await feedRows(feed, format)
}

async function feedLines({ intake, source, resumeAt }: Feed): Promise<void> {
  const trace = new InputTrace()
  const splitter = new LineSplitter(resumeAt)
  const end = (): InputPosition => {
    const { position } = splitter
    trace.passTo(position.offset)
    return { ...position, prefixHash: trace.prefixHash() }
  }
  for await (const chunk of restOf(source, trace, { start: resumeAt?.offset ?? 0, resumeAt })) {
    for (const line of splitter.lines(chunk)) {
      intake.addLine(line)
      if (intake.isFull) await intake.handOver(end())
    }
    trace.passTo(splitter.position.offset)
  }
  for (const line of splitter.end()) intake.addLine(line)
  await intake.end(end())
}

async function feedRows(
  { intake, source, kind, resumeAt }: Feed,
  { delimiter, mapping, timeZone }: ImportFormat & { readonly name: 'csv' },
): Promise<void> {
  const trace = new InputTrace()
  const head = csvHead(source.head, delimiter)
  if (head === undefined) return
  const reader = new RecordReader(kind)
  const columns = mappedColumns(head.cells, mapping, (name) => reader.fieldNamed(name))
  const timeOf = timeZone === undefined ? (text: string) => text : inTimeZone(timeZone)
  const start = resumeAt?.offset ?? head.endOffset
  const end = (): InputPosition => {
    const { lineCount, offset } = trace
    return { lineCount, offset, prefixHash: trace.prefixHash() }
  }
  const bytes = restOf(source, trace, { start, resumeAt })
  for await (const { cells, endOffset } of csvRows(bytes, delimiter, () => trace.lineCount)) {
    const line = passRow(trace, cells, start + endOffset)
    const problem = rowProblem(cells, columns)
    if (problem !== undefined) intake.reject(line, problem)
    else intake.addRecord(line, recordOfRow(cells, columns, timeOf), { isPlain: false })
    if (intake.isFull) await intake.handOver(end())
  }
  await intake.end(end())
}

/** Passes the row, and says at which line it began. */
function passRow(trace: InputTrace, cells: readonly string[], endOffset: number): number {
  const before = trace.lineCount
  trace.passTo(endOffset)
  const isOneLine = trace.lineCount - before <= 1
  const inner = isOneLine ? 0 : cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
  return trace.lineCount - inner
}

/** What the parser puts in the place of bytes that are no text. */
const LOST_CHARACTER = '\ufffd'

function rowProblem(cells: readonly string[], { targets }: MappedColumns): string | undefined {
  if (cells.length !== targets.length) {
    return `has ${cells.length} cells where the head line has ${targets.length}`
  }
  return cells.some((cell) => cell.includes(LOST_CHARACTER)) ? 'is not UTF-8 text' : undefined
}

/** The bytes from the start on; those before it are compared with what an earlier run read. */
async function* restOf(
  source: ImportSource,
  trace: InputTrace,
  { start, resumeAt }: { readonly start: number; readonly resumeAt: ResumeAt | undefined },
): AsyncGenerator<Buffer> {
  let isThere = start === 0
  for await (const chunk of source.bytes()) {
    trace.push(chunk)
    if (isThere) {
      yield chunk
      continue
    }
    trace.passTo(start)
    if (trace.offset < start) continue
    if (resumeAt !== undefined && !trace.prefixHash().equals(resumeAt.prefixHash)) throw otherInput()
    isThere = true
    yield trace.ahead()
  }
  if (!isThere) throw otherInput()
}

function otherInput(): AppError {
  return new AppError(
    'conflict',
    'OTHER_INPUT',
    'The input is not the one whose import was interrupted: begin anew with --restart. What is stored already does no harm.',
  )
}
