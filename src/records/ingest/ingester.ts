import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Delivery } from '../storage/record-batch.ts'
import { BatchReader } from './batch-reader.ts'
import { BatchStoring, type BatchStoringDeps, type BatchStoringOptions } from './batch-storing.ts'
import type { InputPosition } from './ingest-batch.ts'

type IngesterOptions = Omit<BatchStoringOptions, 'organizationId'> & {
  readonly kind: RecordKind
  readonly delivery: Omit<Delivery, 'receivedAtMs'>
  /** Each batch arrives when it is stored: the start of a long input would be too early. */
  readonly clock: Clock
}

/** Reads lines into a batch while the previous batch is being stored. */
export class Ingester {
  readonly #clock: Clock
  /** Lines and records are added to it; `handOver` is due once it is full. */
  readonly reader: BatchReader
  readonly #storing: BatchStoring

  constructor(deps: BatchStoringDeps, { kind, delivery, clock, ...options }: IngesterOptions) {
    const receivedAtMs = (): number => clock.now().epochMilliseconds
    this.#clock = clock
    this.reader = new BatchReader({ kind, delivery: { ...delivery, receivedAtMs } })
    this.reader.clockMs = receivedAtMs()
    this.#storing = new BatchStoring(deps, { ...options, organizationId: delivery.organizationId })
  }

  /** Starts to store the batch once the previous one is stored; fails if that one failed. */
  async handOver(end: InputPosition): Promise<void> {
    await this.#storing.handOver(this.reader.take(), end)
    this.reader.clockMs = this.#clock.now().epochMilliseconds
  }

  /** Waits until everything is stored. */
  async end(end: InputPosition): Promise<void> {
    if (!this.reader.isEmpty) await this.handOver(end)
    await this.#storing.finish()
  }

  /** Waits for the batch being stored, whether it succeeds or fails, and drops the rest. */
  async abandon(): Promise<void> {
    await this.#storing.abandon()
  }
}
