import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { assert } from '../../kernel/assert.ts'
import type { Logger } from '../log/log.ts'
import { PostgresUnreachable } from './explain-postgres.ts'
import { StatementNames } from './statement-names.ts'
import { parsers } from './value-parsers.ts'

/** Platform code knows no tables; a store names its own with `db.withTables<…>()`. */
type NoTables = Record<never, never>
export type Db = Kysely<NoTables>
export type Tx = Transaction<NoTables>

const CONNECTIONS_MAX = 20
export const CONNECT_MS_MAX = 10_000
const STATEMENT_MS_MAX = 60_000
const IDLE_IN_TRANSACTION_MS_MAX = 60_000
const TRANSACTION_ATTEMPTS_MAX = 4
const RETRY_DELAY_MS = 10
/** Serialization failure and deadlock: the same work may succeed when it is retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])

/** What an action needs of a database; the caller may add more to its transaction. */
export type Transactions = Pick<Database, 'transaction'>

/** The pool of connections to PostgreSQL, embedded or not. */
export class Database {
  readonly db: Db
  readonly pool: pg.Pool

  constructor(url: string, log: Logger) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      statement_timeout: STATEMENT_MS_MAX,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
      application_name: 'quittance',
      types: parsers,
    })
    logBrokenConnections(this.pool, log)
    this.db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: telling(this.pool) }) })
  }

  /** Runs the work in one transaction, and retries it if PostgreSQL asks for that. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.db.transaction().execute(work)
      } catch (error) {
        const isRetryable = RETRYABLE_CODES.has((error as { code?: string }).code ?? '')
        if (!isRetryable || attempt === TRANSACTION_ATTEMPTS_MAX) throw error
        // The other transaction needs a moment, or the same happens again.
        await sleep(attempt * RETRY_DELAY_MS)
      }
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

  poolSize(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** Changes the address of new connections: the embedded server restarted on another port. */
  moveTo(url: string): void {
    this.pool.options.connectionString = url
  }

  /** Ends the pool itself: Kysely's own method does nothing if Kysely was never used. */
  async close(): Promise<void> {
    await this.pool.end()
  }
}

/**
 * Wraps the pool: failures to connect get their own class, and frequent statements get names.
 */
function telling(pool: pg.Pool): PostgresPool {
  const names = new StatementNames()
  const connect = async (): Promise<PostgresPoolClient> => {
    try {
      return naming(await pool.connect(), names)
    } catch (cause) {
      const { message } = cause as Error
      throw new PostgresUnreachable(`PostgreSQL cannot be reached: ${message}`, { cause })
    }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

function naming(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    const name = names.nameOf(text)
    const statement = { text, values: [...values] }
    return client.query(name === undefined ? statement : { ...statement, name })
  }
  // The library's second form of a query is for cursors, which are not used here.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(discard),
  }
}

/**
 * Logs broken connections, which the pool replaces. Only the message is logged: the driver attaches the whole connection
 * to its error.
 */
export function logBrokenConnections(pool: pg.Pool, log: Logger): void {
  const tell = ({ message }: Error): void => {
    // A pool has ended before its connections have: an embedded server that stops then may close them first.
    if (!pool.ending) log.warn({ reason: message }, 'a connection was lost')
  }
  pool.on('connect', (client) => client.on('error', tell))
  // An idle connection that breaks is reported by the connection as well.
  pool.on('error', () => {})
}

function first<T>(rows: readonly T[]): T {
  const row = rows[0]
  assert(row !== undefined, 'PostgreSQL answered a query for one row with none.')
  return row
}
