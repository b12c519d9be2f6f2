import type { RecordKind } from '../../catalogue/kinds.ts'
import { readJson } from '../../platform/http/bodies/parse-json.ts'
import { type RecordReader, readerOf } from '../reading/read-record.ts'
import type { Delivery } from '../storage/record-batch.ts'
import { IngestBatch } from './ingest-batch.ts'
import type { Line } from './line-splitter.ts'

type BatchReaderOptions = {
  readonly kind: RecordKind
  readonly delivery: Delivery
  /** A smaller limit than usual, for tests that need many batches. */
  readonly rowsMax?: number | undefined
}

/** Reads lines, or records that are already parsed, into batches. */
export class BatchReader {
  readonly #options: BatchReaderOptions
  readonly #reader: RecordReader
  #batch: IngestBatch
  #rejectedInARow = 0
  /** The clock of the installation; its owner sets it before it adds lines. */
  clockMs = Infinity

  constructor(options: BatchReaderOptions) {
    this.#options = options
    this.#reader = readerOf(options.kind)
    this.#batch = this.#newBatch()
  }

  get isEmpty(): boolean {
    return this.#batch.isEmpty
  }

  /** Whether the batch must be taken before the next line is added. */
  get isFull(): boolean {
    return this.#batch.isFull
  }

  /** How large the batch is by now. */
  get size(): { readonly rows: number; readonly bytes: number } {
    const { versions, byteLength } = this.#batch.records
    return { rows: versions.length, bytes: byteLength }
  }

  /** How many lines up to the last one were rejected without an exception. */
  get rejectedInARow(): number {
    return this.#rejectedInARow
  }

  addLine(line: Line): void {
    const { number } = line
    if ('problem' in line) {
      this.reject(number, line.problem)
      return
    }
    const json = readJson(line.text)
    if ('value' in json) {
      this.addRecord(number, json.value, { isPlain: line.isPlain })
    } else {
      const place = json.at === undefined ? '' : ` at column ${json.at.column}`
      this.reject(number, `${json.problem}${place}`)
    }
  }

  addRecord(line: number, input: unknown, { isPlain }: { readonly isPlain: boolean }): void {
    const read = this.#reader.read(input, { isPlain, clockMs: this.clockMs })
    if ('problems' in read) {
      this.#batch.reject(line, read.problems)
      this.#rejectedInARow += 1
    } else {
      this.#batch.add(line, read.record, read.warnings)
      this.#rejectedInARow = 0
    }
  }

  /** Rejects the line as a whole. */
  reject(line: number, reason: string): void {
    this.#batch.reject(line, [{ field: undefined, reason }])
    this.#rejectedInARow += 1
  }

  /** Returns the batch and starts an empty one. */
  take(): IngestBatch {
    const batch = this.#batch
    this.#batch = this.#newBatch()
    return batch
  }

  #newBatch(): IngestBatch {
    const { kind, delivery, rowsMax } = this.#options
    return new IngestBatch(kind, delivery, { rowsMax })
  }
}
