import { BatchReader } from './batch-reader.ts'
import type { IngestBatch, InputPosition } from './ingest-batch.ts'
import { type Line, LineSplitter } from './line-splitter.ts'

/** No input that is meant to be stored begins a longer run. */
export const REJECTED_IN_A_ROW_MAX = 10_000

/** The bounds of a batch at the moment, smaller when many inputs are read concurrently. */
export type BatchBounds = { readonly rowsMax: number; readonly bytesMax: number }

export type LinesInput = {
  readonly bytes: Uint8Array
  /** The clock of the installation. */
  readonly clockMs: number
  readonly bounds: BatchBounds
}

export type FullBatch = { readonly batch: IngestBatch; readonly end: InputPosition }

/** Divides bytes into lines and reads them into batches. Nothing is read after too many rejected lines in a row. */
export class LineReading {
  readonly #splitter = new LineSplitter()
  readonly #reader: BatchReader
  #isStopped = false

  constructor(options: ConstructorParameters<typeof BatchReader>[0]) {
    this.#reader = new BatchReader(options)
  }

  /** Whether too many lines in a row were rejected. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Reads the lines that end in these bytes, and returns the batches that became full. */
  read({ bytes, clockMs, bounds }: LinesInput): readonly FullBatch[] {
    this.#reader.clockMs = clockMs
    return this.#add(this.#splitter.lines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), bounds)
  }

  /** Reads the last line if it has no line end, and returns all that is left. */
  end(bounds: BatchBounds): readonly FullBatch[] {
    const full = this.#add(this.#splitter.end(), bounds)
    return this.#reader.isEmpty ? full : [...full, this.#take()]
  }

  #add(lines: Iterable<Line>, bounds: BatchBounds): readonly FullBatch[] {
    const full: FullBatch[] = []
    if (this.#isStopped) return full
    for (const line of lines) {
      this.#reader.addLine(line)
      this.#isStopped = this.#reader.rejectedInARow >= REJECTED_IN_A_ROW_MAX
      if (this.#isStopped || this.#reader.isFull || this.#isBeyond(bounds)) full.push(this.#take())
      if (this.#isStopped) break
    }
    return full
  }

  #isBeyond({ rowsMax, bytesMax }: BatchBounds): boolean {
    const { rows, bytes } = this.#reader.size
    return rows >= rowsMax || bytes >= bytesMax
  }

  #take(): FullBatch {
    return { batch: this.#reader.take(), end: this.#splitter.position }
  }
}
