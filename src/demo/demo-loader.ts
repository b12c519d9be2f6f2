import { setImmediate as nextTurn } from 'node:timers/promises'
import { KINDS, type KindName } from '../catalogue/kinds.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { RecordBatch } from '../records/index.ts'
import type { DemoRecord } from './shop/record-maker.ts'

const BATCH_BYTES_MAX = 12 * 1024 * 1024
/** Limits how many batches are being inserted; no more records are made meanwhile. A cluster takes one at a time. */
const INSERTS_MAX = { server: 3, cluster: 1 }

type Delivery = { readonly organizationId: string; readonly receivedAtMs: number }
type OpenBatch = { readonly month: number; readonly batch: RecordBatch }

/**
 * Inserts records in large batches, each of one kind and one month, so that a batch is one part of one partition.
 * Records are made while the engine stores the batches before.
 */
export class DemoLoader {
  readonly #engine: Engine
  readonly #delivery: Delivery & { readonly source: 'demo' }
  readonly #open = new Map<string, OpenBatch>()
  #waiting: RecordBatch[] = []
  readonly #inserts = new Set<Promise<void>>()
  readonly #months = new Months()
  #last: DemoRecord | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(engine: Engine, delivery: Delivery) {
    this.#engine = engine
    this.#delivery = { ...delivery, source: 'demo' }
  }

  add({ kind, record }: DemoRecord): void {
    const month = this.#months.of(record.occurredAtMs)
    const key = `${kind} ${month}`
    const open = this.#open.get(key) ?? this.#begin(key, kind, month)
    open.batch.add(record, this.#delivery)
    if (open.batch.byteLength > BATCH_BYTES_MAX) this.#end(key, open)
  }

  /** Adds the record that is inserted once all others are on disk. */
  addLast(last: DemoRecord): void {
    this.#last = last
  }

  /** Inserts full batches, a few at a time; called often, so that they are stored while more records are made. */
  async send(): Promise<void> {
    const max = this.#engine.isCluster ? INSERTS_MAX.cluster : INSERTS_MAX.server
    for (const batch of this.#waiting) {
      while (this.#inserts.size >= max) await Promise.race(this.#inserts)
      this.#insert(batch)
    }
    this.#waiting = []
    await nextTurn()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Inserts what is left; when it returns, everything is on disk. */
  async finish(): Promise<void> {
    await this.#sendAll()
    if (this.#last !== undefined) this.add(this.#last)
    await this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    for (const [key, open] of this.#open) this.#end(key, open)
    await this.send()
    await Promise.all(this.#inserts)
    await this.send()
  }

  #begin(key: string, kind: KindName, month: number): OpenBatch {
    // Merchants' calendars differ by a day, so the previous month may still get records; earlier months do not.
    for (const [olderKey, older] of this.#open) {
      if (older.month < month - 1) this.#end(olderKey, older)
    }
    const open = { month, batch: new RecordBatch(KINDS[kind]) }
    this.#open.set(key, open)
    return open
  }

  #end(key: string, { batch }: OpenBatch): void {
    this.#open.delete(key)
    this.#waiting.push(batch)
  }

  #insert(batch: RecordBatch): void {
    const insert = batch
      .insertInto(this.#engine)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#inserts.delete(insert))
    this.#inserts.add(insert)
  }
}

/** Finds the UTC month of instants; cheap where neighbours share a month, as most do. */
class Months {
  #month = 0
  #fromMs = 0
  #toMs = 0

  of(ms: number): number {
    if (ms < this.#fromMs || ms >= this.#toMs) {
      const date = new Date(ms)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      this.#month = year * 12 + month
      this.#fromMs = Date.UTC(year, month)
      this.#toMs = Date.UTC(year, month + 1)
    }
    return this.#month
  }
}
