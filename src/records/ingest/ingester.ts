import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { readJson } from '../../platform/http/bodies/parse-json.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { type RecordReader, readerOf } from '../reading/read-record.ts'
import type { Delivery } from '../storage/record-batch.ts'
import { previewBatch, storeBatch } from '../storage/store-batch.ts'
import { AllowedMerchants } from './allowed-merchants.ts'
import { type BatchResult, IngestBatch, type InputPosition } from './ingest-batch.ts'
import type { Line } from './line-splitter.ts'

export type IngesterDeps = {
  readonly database: Database
  readonly engine: Engine
  /** Limits how many batches are stored at once; each holds a connection and the engine. */
  readonly storing: Semaphore
  /** A smaller limit than usual, for tests that need many batches. */
  readonly batchRowsMax?: number
}

export type IngesterOptions = {
  readonly kind: RecordKind
  /** Its organization decides which merchants' records are accepted. */
  readonly delivery: Omit<Delivery, 'receivedAtMs'>
  /** Each batch arrives when it is stored: the start of a long upload would be too early. */
  readonly clock: Clock
  /** Reads and checks everything, and stores nothing. */
  readonly isDryRun?: boolean
  /** Writes what belongs to a batch in the transaction that stores it. */
  readonly alongside?: (tx: Tx, result: BatchResult) => Promise<void>
  /** Called after each batch, in the order of the lines. */
  readonly onStored: (result: BatchResult) => Promise<void>
}

/** Reads lines into a batch while the previous batch is being stored. */
export class Ingester {
  readonly #deps: IngesterDeps
  readonly #options: IngesterOptions
  readonly #reader: RecordReader
  readonly #merchants: AllowedMerchants
  #batch: IngestBatch
  #storing: Promise<void> = Promise.resolve()

  constructor(deps: IngesterDeps, options: IngesterOptions) {
    this.#deps = deps
    this.#options = options
    this.#reader = readerOf(options.kind)
    this.#merchants = new AllowedMerchants(deps.database.db, options.delivery.organizationId)
    this.#batch = this.#emptyBatch()
  }

  /** Whether `handOver` is due. */
  get isFull(): boolean {
    return this.#batch.isFull
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
    const read = this.#reader.read(input, { isPlain })
    if ('problems' in read) this.#batch.reject(line, read.problems)
    else this.#batch.add(line, read.record, read.warnings)
  }

  /** Rejects the line as a whole. */
  reject(line: number, reason: string): void {
    this.#batch.reject(line, [{ field: undefined, reason }])
  }

  /** Starts to store the batch once the previous one is stored; fails if that one failed. */
  async handOver(end: InputPosition): Promise<void> {
    await this.#storing
    const batch = this.#batch
    this.#batch = this.#emptyBatch()
    this.#storing = this.#store(batch, end)
    // The next call awaits it and throws the failure.
    this.#storing.catch(() => {})
  }

  /** Waits until everything is stored. */
  async end(end: InputPosition): Promise<void> {
    if (!this.#batch.isEmpty) await this.handOver(end)
    await this.#storing
  }

  /** Waits for the batch being stored, whether it succeeds or fails, and drops the rest. */
  async abandon(): Promise<void> {
    this.#batch = this.#emptyBatch()
    await this.#storing.catch(() => {})
  }

  #emptyBatch(): IngestBatch {
    const { kind, delivery, clock } = this.#options
    const receivedAtMs = (): number => clock.now().epochMilliseconds
    return new IngestBatch(kind, { ...delivery, receivedAtMs }, this.#deps.batchRowsMax)
  }

  async #store(batch: IngestBatch, end: InputPosition): Promise<void> {
    const { database, engine, storing } = this.#deps
    const { isDryRun = false, alongside, onStored } = this.#options
    const result = await storing.run(async () => {
      const merchantIds = new Set(batch.records.versions.map(({ merchantId }) => merchantId))
      batch.rejectMerchants(await this.#merchants.problemsOf(merchantIds))
      if (isDryRun) return batch.resultOf(await previewBatch(engine, batch.records), end)
      return database.transaction(async (tx) => {
        const stored = batch.resultOf(await storeBatch({ tx, engine }, batch.records), end)
        await alongside?.(tx, stored)
        return stored
      })
    })
    await onStored(result)
  }
}
