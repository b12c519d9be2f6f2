import type { RecordKind } from '../../catalogue/kinds.ts'
import type { RecordContent, RecordProblem } from '../reading/record.ts'
import { RecordBatch } from '../storage/record-batch.ts'
import { type Delivery, hashed } from '../storage/record-block.ts'

/** What is wrong with a line, or worth a warning. */
export type LineProblem = RecordProblem & { readonly line: number }

/** Where in the input a batch ends. */
export type InputPosition = {
  readonly lineCount: number
  readonly offset: number
  /** Of all bytes before the offset; for who wants to go on from there. */
  readonly prefixHash?: Buffer
}

/** More rows take no less time each, and what is done with them at one go takes longer. */
const ROWS_MAX = 20_000
const PROBLEMS_MAX = 20_000
/** Bounds the memory of a batch; one is stored while the next one is read. */
const BYTES_MAX = 12 * 1024 * 1024

/** Lines that have been read and wait to be stored together, the rejected ones among them. */
export class IntakeBatch {
  readonly records: RecordBatch
  /** The line of each record. */
  readonly lines: number[] = []
  readonly rejected: LineProblem[] = []
  readonly warnings: LineProblem[] = []
  readonly #rowsMax: number

  constructor(kind: RecordKind, delivery: Delivery, rowsMax = ROWS_MAX) {
    this.records = new RecordBatch(kind, delivery)
    this.#rowsMax = rowsMax
  }

  get isEmpty(): boolean {
    return this.lines.length === 0 && this.rejected.length === 0
  }

  get isFull(): boolean {
    return (
      this.lines.length >= this.#rowsMax ||
      this.records.block.byteLength >= BYTES_MAX ||
      this.rejected.length + this.warnings.length >= PROBLEMS_MAX
    )
  }

  add(line: number, record: RecordContent): void {
    this.lines.push(line)
    this.records.add(hashed(record))
  }

  reject(line: number, problems: readonly RecordProblem[]): void {
    for (const problem of problems) this.rejected.push({ line, ...problem })
  }

  warn(line: number, warnings: readonly RecordProblem[]): void {
    for (const warning of warnings) this.warnings.push({ line, ...warning })
  }
}
