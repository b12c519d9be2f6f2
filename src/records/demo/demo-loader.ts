import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { KINDS, type KindName } from '../domain/catalogue/kinds.ts'
import { type Delivery, hashed, RecordBlock } from '../record-block.ts'
import { insertRecords } from '../record-store.ts'
import type { DemoRecord } from './record-maker.ts'

const BLOCK_BYTES_MAX = 6 * 1024 * 1024
/** How often a block is weighed: that costs a look at each of its columns. */
const ROWS_BETWEEN_WEIGHINGS = 512
/** While so many blocks are on their way, no more records are made. A cluster takes one at a time. */
const INSERTS_MAX = { server: 3, cluster: 1 }

type OpenBlock = { readonly kind: KindName; readonly month: number; readonly block: RecordBlock }

/**
 * Brings records to the engine in large blocks, each of one kind and one month, so that a block is one part
 * of one partition. Records are made while the engine takes in the ones before.
 */
export class DemoLoader {
  readonly #clickhouse: ClickHouse
  readonly #delivery: Delivery
  readonly #open = new Map<string, OpenBlock>()
  readonly #inserts = new Set<Promise<void>>()
  #last: DemoRecord | undefined
  #failure: { readonly error: unknown } | undefined

  constructor(clickhouse: ClickHouse, delivery: Delivery) {
    this.#clickhouse = clickhouse
    this.#delivery = delivery
  }

  add({ kind, record }: DemoRecord): void {
    const month = monthOf(record.occurredAtMs)
    const key = `${kind} ${month}`
    const open = this.#open.get(key) ?? this.#begin(key, kind, month)
    const { native } = open.block
    open.block.add(hashed(record))
    if (native.rowCount % ROWS_BETWEEN_WEIGHINGS === 0 && native.byteLength > BLOCK_BYTES_MAX) {
      this.#send(key, open)
    }
  }

  /** This one is sent when all others are on the disk. */
  addLast(last: DemoRecord): void {
    this.#last = last
  }

  /** Gives blocks that are on their way a turn, and waits while there are too many of them. */
  async yield(): Promise<void> {
    await nextTurn()
    const max = this.#clickhouse.isCluster ? INSERTS_MAX.cluster : INSERTS_MAX.server
    while (this.#inserts.size >= max) await Promise.race(this.#inserts)
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Sends what is left; when it returns, everything is on the disk. */
  async finish(): Promise<void> {
    await this.#sendAll()
    if (this.#last !== undefined) this.add(this.#last)
    await this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    for (const [key, open] of this.#open) {
      this.#send(key, open)
      await this.yield()
    }
    await Promise.all(this.#inserts)
    await this.yield()
  }

  #begin(key: string, kind: KindName, month: number): OpenBlock {
    // Calendars of merchants differ by a day, so that the month before may still get records; those before it do not.
    for (const [olderKey, older] of this.#open) {
      if (older.month < month - 1) this.#send(olderKey, older)
    }
    const open = { kind, month, block: new RecordBlock(KINDS[kind], this.#delivery) }
    this.#open.set(key, open)
    return open
  }

  #send(key: string, { kind, block }: OpenBlock): void {
    this.#open.delete(key)
    const insert = insertRecords(this.#clickhouse, KINDS[kind], block)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#inserts.delete(insert))
    this.#inserts.add(insert)
  }
}

/** Cheaper than a calendar, and asked for every record. */
function monthOf(ms: number): number {
  if (ms < known.fromMs || ms >= known.toMs) {
    const date = new Date(ms)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    known = {
      month: year * 12 + month,
      fromMs: Date.UTC(year, month),
      toMs: Date.UTC(year, month + 1),
    }
  }
  return known.month
}

let known = { month: 0, fromMs: 0, toMs: 0 }
