import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import type { Logger } from '../log/log.ts'
import { type ConnectionOptions, Connections } from './connections.ts'
import { collectFacts } from './transaction-facts.ts'

/** Platform code knows no tables; a store names its own with `db.withTables<…>()`. */
type NoTables = Record<never, never>
export type Db = Kysely<NoTables>
export type Tx = Transaction<NoTables>

const TRANSACTION_ATTEMPTS_MAX = 4
const RETRY_DELAY_MS = 10
/** Serialization failure and deadlock: the same work may succeed when it is retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])

/** The part of a database that an action needs; the caller may add more to its transaction. */
export type Transactions = { readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> }

/** PostgreSQL, embedded or not. */
export class Database {
  readonly db: Db
  /** For statements that take no turns. */
  readonly pool: pg.Pool
  readonly #connections: Connections

  constructor(url: string, log: Logger, options?: ConnectionOptions) {
    this.#connections = new Connections(url, log, options)
    this.pool = this.#connections.pool
    this.db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: this.#connections.forKysely() }) })
  }

  /** Runs the work in one transaction, and retries it if PostgreSQL asks for that. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, { attemptsMax = TRANSACTION_ATTEMPTS_MAX } = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work)
      } catch (error) {
        const isRetryable = RETRYABLE_CODES.has((error as { code?: string }).code ?? '')
        if (!isRetryable || attempt === attemptsMax) throw error
        // The other transaction needs a moment, or the same happens again.
        await sleep(attempt * RETRY_DELAY_MS)
      }
    }
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let facts: ReturnType<typeof collectFacts> | undefined
    try {
      return await this.db.transaction().execute(async (tx) => {
        facts = collectFacts(this.db, tx)
        const result = await work(tx)
        await facts.save()
        return result
      })
    } finally {
      facts?.tell()
    }
  }

  async check(): Promise<void> {
    await this.pool.query('select 1')
  }

  /** The server's own time. */
  async now(): Promise<Temporal.Instant> {
    const { rows } = await this.pool.query<{ now: Temporal.Instant }>('select clock_timestamp() as now')
    return first(rows).now
  }

  async describe(): Promise<{ readonly version: string; readonly isDurable: boolean }> {
    const { rows } = await this.pool.query<{ version: string; durable: boolean }>(
      `select current_setting('server_version') as version,
        current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`,
    )
    const { version, durable } = first(rows)
    return { version, isDurable: durable }
  }

  poolSize(): Connections['size'] {
    return this.#connections.size
  }

  /** Has PostgreSQL refuse every change; call it before the first use. */
  refuseChanges(): void {
    this.#connections.refuseChanges()
  }

  /** Changes the address of new connections: the embedded server restarted on another port. */
  moveTo(url: string): void {
    this.#connections.moveTo(url)
  }

  /** Ends the pool itself: Kysely's own method does nothing if Kysely was never used. */
  async close(): Promise<void> {
    await this.#connections.end()
  }
}

function first<T>(rows: readonly T[]): T {
  const row = rows[0]
  assert(row !== undefined, 'PostgreSQL answered a query for one row with none.')
  return row
}
