import { setImmediate as nextTurn } from 'node:timers/promises'
import { KINDS, type KindName } from '../catalogue/kinds.ts'
import type { Engine } from '../platform/engine/engine.ts'
import { type Delivery, hashed, insertRecords, RecordBlock } from '../records/index.ts'
import type { DemoRecord } from './shop/record-maker.ts'

const BLOCK_BYTES_MAX = 12 * 1024 * 1024
/** While so many blocks are on their way, no more records are made. A cluster takes one at a time. */
const INSERTS_MAX = { server: 3, cluster: 1 }

type OpenBlock = { readonly kind: KindName; readonly month: number; readonly block: RecordBlock }

/**
 * Brings records to the engine in large blocks, each of one kind and one month, so that a block is one part
 * of one partition. Records are made while the engine takes in the ones before.
 */
export class DemoLoader {
  readonly #engine: Engine
  readonly #delivery: Delivery
  readonly #open = new Map<string, OpenBlock>()
  #waiting: OpenBlock[] = []
  readonly #inserts = new Set<Promise<void>>()
  readonly #months = new Months()
  #last: DemoRecord | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(engine: Engine, delivery: Delivery) {
    this.#engine = engine
    this.#delivery = delivery
  }

  add({ kind, record }: DemoRecord): void {
    const month = this.#months.of(record.occurredAtMs)
    const key = `${kind} ${month}`
    const open = this.#open.get(key) ?? this.#begin(key, kind, month)
    open.block.add(hashed(record))
    if (open.block.byteLength > BLOCK_BYTES_MAX) this.#end(key, open)
  }

  /** This one is sent when all others are on the disk. */
  addLast(last: DemoRecord): void {
    this.#last = last
  }

  /** Sends the blocks that are full, some at a time; asked often, so that they are on their way while others are made. */
  async send(): Promise<void> {
    const max = this.#engine.isCluster ? INSERTS_MAX.cluster : INSERTS_MAX.server
    for (const block of this.#waiting) {
      while (this.#inserts.size >= max) await Promise.race(this.#inserts)
      this.#insert(block)
    }
    this.#waiting = []
    await nextTurn()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Sends what is left; when it returns, everything is on the disk. */
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

  #begin(key: string, kind: KindName, month: number): OpenBlock {
    // Calendars of merchants differ by a day, so that the month before may still get records; those before it do not.
    for (const [olderKey, older] of this.#open) {
      if (older.month < month - 1) this.#end(olderKey, older)
    }
    const open = { kind, month, block: new RecordBlock(KINDS[kind], this.#delivery) }
    this.#open.set(key, open)
    return open
  }

  #end(key: string, block: OpenBlock): void {
    this.#open.delete(key)
    this.#waiting.push(block)
  }

  #insert({ kind, block }: OpenBlock): void {
    const insert = insertRecords(this.#engine, KINDS[kind], block)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#inserts.delete(insert))
    this.#inserts.add(insert)
  }
}

/** Months of instants in UTC; neighbours mostly share one, and then it costs next to nothing. */
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
