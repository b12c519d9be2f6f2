import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { readJson } from '../../platform/http/bodies/parse-json.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { RecordReader } from '../reading/read-record.ts'
import type { Delivery } from '../storage/record-block.ts'
import { type BatchOutcome, foreseen, storeBatchIn } from '../storage/store-records.ts'
import { AllowedMerchants } from './allowed-merchants.ts'
import { type InputPosition, IntakeBatch } from './intake-batch.ts'
import type { Line } from './line-splitter.ts'
import { type SettledBatch, settledBatch } from './settled-batch.ts'

export type IntakeDeps = {
  readonly database: Database
  readonly engine: Engine
  /** Batches that are stored at once; each holds a connection and the engine. */
  readonly storing: Semaphore
  /** Fewer than usual, for tests that want many batches. */
  readonly batchRowsMax?: number
}

export type IntakeOptions = {
  readonly kind: RecordKind
  /** Its organization decides for which merchants records may be brought. */
  readonly delivery: Omit<Delivery, 'receivedAtMs'>
  /** Each batch is received when it is stored: a long upload would else have come before it was there. */
  readonly clock: Clock
  /** Reads and looks everything up, and stores nothing. */
  readonly isDryRun?: boolean
  /** What is to be written together with a batch that was stored. */
  readonly alongside?: (tx: Tx, settled: SettledBatch) => Promise<void>
  /** Told of one batch after the other, in the order of their lines. */
  readonly onSettled: (settled: SettledBatch) => Promise<void>
}

/** Reads lines into a batch while the one before it is being stored. */
export class RecordIntake {
  readonly #deps: IntakeDeps
  readonly #options: IntakeOptions
  readonly #reader: RecordReader
  readonly #merchants: AllowedMerchants
  #batch: IntakeBatch
  #storing: Promise<void> = Promise.resolve()

  constructor(deps: IntakeDeps, options: IntakeOptions) {
    this.#deps = deps
    this.#options = options
    this.#reader = new RecordReader(options.kind)
    this.#merchants = new AllowedMerchants(deps.database.db, options.delivery.organizationId)
    this.#batch = this.#emptyBatch()
  }

  /** Whether it is time to hand over what was added. */
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
    else {
      this.#batch.add(line, read.record)
      this.#batch.warn(line, read.warnings)
    }
  }

  /** Refuses the line as a whole. */
  reject(line: number, reason: string): void {
    this.#batch.reject(line, [{ field: undefined, reason }])
  }

  /** Has the batch stored as soon as the one before it is; fails where that one did. */
  async handOver(end: InputPosition): Promise<void> {
    await this.#storing
    const batch = this.#batch
    this.#batch = this.#emptyBatch()
    this.#storing = this.#store(batch, end)
    // Whoever comes next is told.
    this.#storing.catch(() => {})
  }

  /** Waits until everything is stored. */
  async end(end: InputPosition): Promise<void> {
    if (!this.#batch.isEmpty) await this.handOver(end)
    await this.#storing
  }

  /** Waits for what is being stored, however that ends, and forgets the rest. */
  async abandon(): Promise<void> {
    this.#batch = this.#emptyBatch()
    await this.#storing.catch(() => {})
  }

  #emptyBatch(): IntakeBatch {
    const { kind, delivery, clock } = this.#options
    const receivedAtMs = (): number => clock.now().epochMilliseconds
    return new IntakeBatch(kind, { ...delivery, receivedAtMs }, this.#deps.batchRowsMax)
  }

  async #store(batch: IntakeBatch, end: InputPosition): Promise<void> {
    const settled = await this.#deps.storing.run(async () => {
      await this.#leaveOutForeign(batch)
      return this.#options.isDryRun === true
        ? settledBatch(batch, await foreseen(this.#deps, batch.records), end)
        : this.#storeTogether(batch, end)
    })
    await this.#options.onSettled(settled)
  }

  async #storeTogether(batch: IntakeBatch, end: InputPosition): Promise<SettledBatch> {
    const { database, engine } = this.#deps
    const { alongside } = this.#options
    const store = async (tx: Tx): Promise<SettledBatch> => {
      const outcomes: readonly BatchOutcome[] = await storeBatchIn({ tx, engine }, batch.records)
      const settled = settledBatch(batch, outcomes, end)
      await alongside?.(tx, settled)
      return settled
    }
    return database.transaction(store)
  }

  async #leaveOutForeign({ records, lines, ...batch }: IntakeBatch): Promise<void> {
    const merchantIds = new Set(records.versions.map(({ merchantId }) => merchantId))
    const refused = await this.#merchants.problemsOf(merchantIds)
    if (refused.size === 0) return
    for (const [index, { merchantId }] of records.versions.entries()) {
      const reason = refused.get(merchantId)
      if (reason === undefined) continue
      records.leaveOut(index)
      batch.rejected.push({ line: lines[index] ?? 0, field: 'merchantId', reason })
    }
  }
}
