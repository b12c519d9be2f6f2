import type { RecordKind } from '../../catalogue/kinds.ts'
import type { RecordContent, RecordProblem } from '../reading/record.ts'
import type { PackedRecords } from '../storage/packed-records.ts'
import { type Delivery, RecordBatch } from '../storage/record-batch.ts'
import type { BatchOutcome } from '../storage/store-batch.ts'
import { type RejectedRuns, rejectedRunsOf } from './rejected-runs.ts'

/** An error or a warning about a line, as the API and files show it; `field` is null for the line as a whole. */
export type LineProblem = { readonly line: number; readonly field: string | null; readonly reason: string }

/** Where in the input a batch ends. */
export type InputPosition = {
  readonly lineCount: number
  readonly offset: number
  /** Hash of all bytes before the offset, for an import that may be resumed there. */
  readonly prefixHash?: Buffer
}

/** The outcome of the lines of a batch. */
export type BatchResult = {
  readonly accepted: number
  readonly duplicates: number
  /** How many lines were rejected; each may have several problems. */
  readonly rejectedCount: number
  /** By line. */
  readonly rejected: readonly LineProblem[]
  /** Of lines that were not rejected. */
  readonly warnings: readonly LineProblem[]
  readonly rejectedRuns: RejectedRuns
  readonly end: InputPosition
}

/** A batch in the form in which it passes from one thread to another. */
export type PackedBatch = {
  readonly records: PackedRecords
  readonly lines: Float64Array<ArrayBuffer>
  readonly rejected: readonly LineProblem[]
  readonly warnings: readonly LineProblem[]
}

/** More rows do not make a batch faster per row, and block the process for longer. */
export const BATCH_ROWS_MAX = 20_000
const PROBLEMS_MAX = 20_000
/** Bounds the memory of a batch; one is stored while the next one is read. */
export const BATCH_BYTES_MAX = 12 * 1024 * 1024
const CONFLICT = 'conflict: this version of the record is stored with other content; a correction needs a higher one'

type BatchOptions = {
  readonly rowsMax?: number | undefined
  /** The batch as another thread has read it. */
  readonly packed?: PackedBatch
}

/** Lines that have been read and will be stored together, and the problems of those that were rejected. */
export class IngestBatch {
  readonly records: RecordBatch
  readonly #delivery: Delivery
  readonly #rowsMax: number
  /** The line of each record. */
  readonly #lines: number[]
  readonly #rejected: LineProblem[]
  readonly #warnings: LineProblem[]

  constructor(kind: RecordKind, delivery: Delivery, { rowsMax = BATCH_ROWS_MAX, packed }: BatchOptions = {}) {
    this.records = new RecordBatch(kind, packed && { ...packed.records, receivedAtMs: delivery.receivedAtMs })
    this.#delivery = delivery
    this.#rowsMax = rowsMax
    this.#lines = [...(packed?.lines ?? [])]
    this.#rejected = [...(packed?.rejected ?? [])]
    this.#warnings = [...(packed?.warnings ?? [])]
  }

  /** The batch for another thread; it must not be used afterwards. */
  packed(): PackedBatch {
    return {
      records: this.records.packed(),
      lines: Float64Array.from(this.#lines),
      rejected: this.#rejected,
      warnings: this.#warnings,
    }
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0 && this.#rejected.length === 0
  }

  get isFull(): boolean {
    return (
      this.#lines.length >= this.#rowsMax ||
      this.records.byteLength >= BATCH_BYTES_MAX ||
      this.#rejected.length + this.#warnings.length >= PROBLEMS_MAX
    )
  }

  add(line: number, record: RecordContent, warnings: readonly RecordProblem[]): void {
    this.#lines.push(line)
    this.records.add(record, this.#delivery)
    addProblems(this.#warnings, line, warnings)
  }

  reject(line: number, problems: readonly RecordProblem[]): void {
    addProblems(this.#rejected, line, problems)
  }

  /** Rejects all records of some merchants, each for its merchant's reason. */
  rejectMerchants(reasons: ReadonlyMap<string, string>): void {
    if (reasons.size === 0) return
    for (const [index, { merchantId }] of this.records.versions.entries()) {
      const reason = reasons.get(merchantId)
      if (reason === undefined) continue
      this.records.leaveOut(index)
      this.#rejected.push({ line: this.#lines[index] ?? 0, field: 'merchantId', reason })
    }
  }

  /** The result for these outcomes; changes nothing, since a transaction may run twice. */
  resultOf(outcomes: readonly BatchOutcome[], end: InputPosition): BatchResult {
    const conflicts = this.#lines.flatMap((line, index): readonly LineProblem[] =>
      outcomes[index] === 'conflict' ? [{ line, field: 'version', reason: CONFLICT }] : [],
    )
    const rejected = [...this.#rejected, ...conflicts].sort((a, b) => a.line - b.line)
    const rejectedLines = new Set(rejected.map(({ line }) => line))
    return {
      accepted: countOf(outcomes, 'accepted'),
      duplicates: countOf(outcomes, 'duplicate'),
      rejectedCount: rejectedLines.size,
      rejected,
      warnings: this.#warnings.filter(({ line }) => !rejectedLines.has(line)),
      rejectedRuns: rejectedRunsOf(this.#lines, rejectedLines),
      end,
    }
  }
}

function addProblems(all: LineProblem[], line: number, problems: readonly RecordProblem[]): void {
  for (const { field = null, reason } of problems) all.push({ line, field, reason })
}

function countOf(outcomes: readonly BatchOutcome[], outcome: BatchOutcome): number {
  let count = 0
  for (const each of outcomes) if (each === outcome) count += 1
  return count
}
