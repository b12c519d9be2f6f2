import { setImmediate as nextTurn } from 'node:timers/promises'
import { KINDS, type KindName } from '../catalogue/kinds.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { RecordBatch } from '../records/index.ts'
import type { DemoRecord } from './shop/record-maker.ts'

const BATCH_BYTES_MAX = 12 * 1024 * 1024
/** The most concurrent inserts of batches; at the limit no more records are made. A cluster takes one at a time. */
const INSERTS_MAX = { server: 3, cluster: 1 }

type Delivery = { readonly organizationId: string; readonly receivedAtMs: number }

/**
 * Inserts records in large batches, each of one kind. Records come by month, so a large batch is one part of one
 * partition or two. Records are made while the engine stores the batches before.
 */
export class DemoLoader {
  readonly #engine: Engine
  readonly #delivery: Delivery & { readonly source: 'demo' }
  readonly #open = new Map<KindName, RecordBatch>()
  #waiting: RecordBatch[] = []
  readonly #inserts = new Set<Promise<void>>()
  #last: DemoRecord | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(engine: Engine, delivery: Delivery) {
    this.#engine = engine
    this.#delivery = { ...delivery, source: 'demo' }
  }

  add({ kind, record }: DemoRecord): void {
    const batch = this.#open.getOrInsertComputed(kind, () => new RecordBatch(KINDS[kind]))
    batch.add(record, this.#delivery)
    if (batch.byteLength > BATCH_BYTES_MAX) this.#end(kind, batch)
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

  /** Inserts the remaining records; when it returns, everything is on disk. */
  async finish(): Promise<void> {
    await this.#sendAll()
    if (this.#last !== undefined) this.add(this.#last)
    await this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    for (const [kind, batch] of this.#open) this.#end(kind, batch)
    await this.send()
    await Promise.all(this.#inserts)
    await this.send()
  }

  #end(kind: KindName, batch: RecordBatch): void {
    this.#open.delete(kind)
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
