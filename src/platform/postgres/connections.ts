import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError } from '../../kernel/errors.ts'
import { FairTurns } from '../concurrency/fair-turns.ts'
import type { Logger } from '../log/log.ts'
import { type DatabaseUse, databaseUse } from './database-use.ts'
import { PostgresUnreachable } from './explain-postgres.ts'
import { isSentAhead } from './send-ahead.ts'
import { StatementNames } from './statement-names.ts'

const { builtins, getTypeParser } = pg.types

/** PostgreSQL writes `2026-03-09 10:00:00.123456+00`; connections are in UTC. */
function parseInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(`${text.replace(' ', 'T')}:00`)
}

const OWN_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: BigInt,
  [builtins.TIMESTAMPTZ]: parseInstant,
  [builtins.DATE]: (text) => Temporal.PlainDate.from(text),
}

/** Parsers for values that JavaScript's own types would distort: large integers, instants, calendar dates. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === undefined || format === 'text' ? OWN_PARSERS[oid] : undefined) ?? getTypeParser(oid, format),
}

/** Together 20 connections. */
const LISTS_MAX = 6
const LISTS_PER_OWNER_MAX = 2
const WORK_MAX = 12
const RESERVED_FOR_AUTHENTICATION = 2
export const CONNECT_MS_MAX = 10_000
const TURN_MS_MAX = 30_000
const STATEMENT_MS_MAX = 60_000
const LIST_MS_MAX = 5_000
const IDLE_IN_TRANSACTION_MS_MAX = 60_000
const STATEMENT_CANCELED = '57014'

export type ConnectionOptions = {
  /** How long a statement of a list may take. */
  readonly listMsMax?: number
}

/**
 * The connections to PostgreSQL. Lists have their own, so that slow ones never keep anything else waiting; of the others
 * some remain for authentication. Organizations take turns at both.
 */
export class Connections {
  /** Everything but lists. */
  readonly pool: pg.Pool
  readonly #lists: pg.Pool
  readonly #listMsMax: number
  readonly #names = new StatementNames()
  readonly #turns = { list: turnsOf(LISTS_MAX, LISTS_PER_OWNER_MAX), work: turnsOf(WORK_MAX, WORK_MAX) }

  constructor(url: string, log: Logger, { listMsMax = LIST_MS_MAX }: ConnectionOptions = {}) {
    this.#listMsMax = listMsMax
    const max = WORK_MAX + RESERVED_FOR_AUTHENTICATION
    this.pool = poolOf(url, { max, statement_timeout: STATEMENT_MS_MAX, pipeline: true })
    // The searched text decides which index helps: a plan for any text may be far worse. One statement uses one
    // processor: parallel workers would make a few lists a load for everyone. Compiling takes longer than the lists that
    // it would be for, whose costs are estimated far too high.
    const options = '-c plan_cache_mode=force_custom_plan -c max_parallel_workers_per_gather=0 -c jit=off'
    this.#lists = poolOf(url, { max: LISTS_MAX, statement_timeout: listMsMax, options })
    for (const pool of [this.pool, this.#lists]) logBrokenConnections(pool, log)
  }

  get size(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { list, work } = this.#turns
    const [main, lists] = [this.pool, this.#lists]
    return {
      total: main.totalCount + lists.totalCount,
      idle: main.idleCount + lists.idleCount,
      waiting: list.waiting + work.waiting + main.waitingCount,
    }
  }

  /** The pool as Kysely needs it. */
  forKysely(): PostgresPool {
    return { connect: () => this.#connect(databaseUse()), end: () => this.end(), options: this.pool.options }
  }

  /** Has PostgreSQL refuse every change; call it before the first connection. */
  refuseChanges(): void {
    for (const { options } of [this.pool, this.#lists]) {
      options.options = [options.options, '-c default_transaction_read_only=on'].filter(Boolean).join(' ')
    }
  }

  moveTo(url: string): void {
    for (const pool of [this.pool, this.#lists]) pool.options.connectionString = url
  }

  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.#lists.end()])
  }

  async #connect(use: DatabaseUse): Promise<PostgresPoolClient> {
    const { purpose, owner, gone } = use
    const endTurn = purpose === 'authentication' ? () => {} : await this.#turns[purpose].take(owner, gone)
    try {
      const client = await (purpose === 'list' ? this.#lists : this.pool).connect()
      return purpose === 'list' ? this.#listing(client, use, endTurn) : this.#named(client, endTurn)
    } catch (cause) {
      endTurn()
      const { message } = cause as Error
      throw new PostgresUnreachable(`PostgreSQL cannot be reached: ${message}`, { cause })
    }
  }

  /** Gives frequent statements names, and sends others behind those that nobody waits for. */
  #named(client: pg.PoolClient, endTurn: () => void, { isPipelined = true } = {}): PostgresPoolClient {
    let ahead: Promise<pg.QueryResult>[] = []
    const query = async (text: string, values: readonly unknown[]): Promise<Pick<pg.QueryResult, 'rows'>> => {
      const name = this.#names.nameOf(text)
      const statement = { text, values: [...values] }
      const sent = client.query(name === undefined ? statement : { ...statement, name }).catch(throwLoss)
      if (isPipelined && isSentAhead() && values.every(isPlain)) {
        ahead.push(sent)
        // The next statement reports it.
        sent.catch(() => {})
        return { rows: [] }
      }
      // A failure is known by now, or makes no difference.
      const earlier = text === 'rollback' ? [] : ahead
      ahead = []
      return earlier.length === 0 ? sent : lastOf([...earlier, sent])
    }
    // The library's second form of a query is for cursors, which are not used here.
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (discard) => {
        client.release(discard)
        endTurn()
      },
    }
  }

  /** A caller that goes away cancels its statement; one that takes too long is refused. */
  #listing(client: pg.PoolClient, { gone }: DatabaseUse, endTurn: () => void): PostgresPoolClient {
    const { query, release } = this.#named(client, endTurn, { isPipelined: false })
    let canceling: Promise<unknown> | undefined
    const cancel = (): void => {
      canceling ??= this.pool.query('select pg_cancel_backend($1)', [processIdOf(client)]).catch(() => {})
    }
    gone?.addEventListener('abort', cancel, { once: true })
    const bounded = async (text: string, values: readonly unknown[]) => {
      gone?.throwIfAborted()
      try {
        return await query(text, values)
      } catch (error) {
        const isCanceled = (error as { readonly code?: unknown }).code === STATEMENT_CANCELED
        throw isCanceled ? tooSlow(this.#listMsMax, error) : error
      }
    }
    return {
      query: bounded as unknown as PostgresPoolClient['query'],
      release: () => {
        gone?.removeEventListener('abort', cancel)
        // A cancellation may arrive late: it must not hit the statement of the connection's next user.
        if (canceling === undefined) release()
        else void canceling.then(() => release(true))
      },
    }
  }
}

/** A statement that is sent on a connection that is just being closed fails with the reason of the system. */
function throwLoss(error: Error & { readonly code?: string }): never {
  const isLost = error.code === 'ECONNRESET' || error.code === 'EPIPE'
  throw isLost ? new PostgresUnreachable(`PostgreSQL was lost: ${error.message}`, { cause: error }) : error
}

/**
 * Whether the driver can write the value whatever it is. If it cannot, nothing is sent, so that PostgreSQL does not know of the
 * failure and would commit the rest.
 */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  return value === null || typeof value !== 'object' || Buffer.isBuffer(value)
}

/** The result of the last, or the first failure: after that one PostgreSQL refuses the others, and commits nothing. */
async function lastOf(sent: readonly Promise<pg.QueryResult>[]): Promise<pg.QueryResult> {
  const results = await Promise.allSettled(sent)
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed !== undefined) throw failed.reason
  return (results.at(-1) as PromiseFulfilledResult<pg.QueryResult>).value
}

type PoolOptions = Pick<pg.PoolConfig, 'max' | 'statement_timeout' | 'options'> & { readonly pipeline?: boolean }

function poolOf(url: string, options: PoolOptions): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    application_name: 'quittance',
    types: parsers,
    ...options,
  })
}

function turnsOf(concurrencyMax: number, perOwnerMax: number): FairTurns {
  const full = (): Error => new PostgresUnreachable('All connections to PostgreSQL are in use.')
  return new FairTurns({ concurrencyMax, perOwnerMax, waitingMsMax: TURN_MS_MAX, refusals: { full } })
}

/** The driver's types leave it out. */
function processIdOf(client: pg.PoolClient): number {
  return (client as unknown as { readonly processID: number }).processID
}

function tooSlow(msMax: number, cause: unknown): AppError {
  const message = `The list takes longer than ${msMax / 1000} s. Narrow it with more filters or a longer search text.`
  return new AppError('unavailable', 'LIST_TOO_SLOW', message, [], { cause })
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
