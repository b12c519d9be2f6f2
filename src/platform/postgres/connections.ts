import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError } from '../../kernel/errors.ts'
import { FairTurns } from '../concurrency/fair-turns.ts'
import type { Logger } from '../log/log.ts'
import { type DatabaseUse, databaseUse } from './database-use.ts'
import { PostgresUnreachable } from './explain-postgres.ts'
import { KyselyClient } from './kysely-client.ts'
import { mayShareConnection, SharedConnections, type Taken } from './shared-connections.ts'
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

/** Together 22 connections. */
const LISTS_MAX = 6
const LISTS_PER_OWNER_MAX = 2
const WORK_MAX = 12
const RESERVED_FOR_AUTHENTICATION = 2
/** More take longer: fewer readings are written together. */
const SHARED_MAX = 2
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
 * some remain for authentication, and short readings share two. Organizations take turns at all of them.
 */
export class Connections {
  /** Everything but lists. */
  readonly pool: pg.Pool
  readonly #lists: pg.Pool
  readonly #readings: pg.Pool
  readonly #shared: SharedConnections
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
    this.#readings = poolOf(url, { max: SHARED_MAX, statement_timeout: STATEMENT_MS_MAX, pipeline: true })
    this.#shared = new SharedConnections(this.#readings)
    for (const pool of this.#pools) logBrokenConnections(pool, log)
  }

  get size(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { list, work } = this.#turns
    const sumOf = (count: (pool: pg.Pool) => number): number => this.#pools.reduce((sum, pool) => sum + count(pool), 0)
    return {
      total: sumOf(({ totalCount }) => totalCount),
      idle: sumOf(({ idleCount }) => idleCount),
      waiting: list.waiting + work.waiting + this.pool.waitingCount,
    }
  }

  get #pools(): readonly pg.Pool[] {
    return [this.pool, this.#lists, this.#readings]
  }

  /** The pool as Kysely needs it. */
  forKysely(): PostgresPool {
    return { connect: () => this.#connect(databaseUse()), end: () => this.end(), options: this.pool.options }
  }

  /** Has PostgreSQL refuse every change; call it before the first connection. */
  refuseChanges(): void {
    for (const { options } of this.#pools) {
      options.options = [options.options, '-c default_transaction_read_only=on'].filter(Boolean).join(' ')
    }
  }

  moveTo(url: string): void {
    for (const pool of this.#pools) pool.options.connectionString = url
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()))
  }

  async #connect(use: DatabaseUse): Promise<PostgresPoolClient> {
    const { purpose, owner, gone } = use
    const isShort = mayShareConnection()
    // A short reading of a list waits for no long one.
    const turns = this.#turns[purpose === 'list' && !isShort ? 'list' : 'work']
    const endTurn = purpose === 'authentication' ? () => {} : await turns.take(owner, gone)
    try {
      if (isShort) return this.#clientOf(await this.#shared.take(), endTurn).forKysely()
      if (purpose === 'list') return this.#listing(await takenFrom(this.#lists), use, endTurn)
      return this.#clientOf(await takenFrom(this.pool), endTurn, { isPipelined: true }).forKysely()
    } catch (cause) {
      endTurn()
      const { message } = cause as Error
      throw new PostgresUnreachable(`PostgreSQL cannot be reached: ${message}`, { cause })
    }
  }

  #clientOf({ client, release }: Taken, endTurn: () => void, { isPipelined = false } = {}): KyselyClient {
    const end = (discard?: boolean): void => {
      release(discard)
      endTurn()
    }
    return new KyselyClient(client, { names: this.#names, release: end, isPipelined })
  }

  /** A caller that goes away cancels its statement; one that takes too long is refused. */
  #listing(taken: Taken, { gone }: DatabaseUse, endTurn: () => void): PostgresPoolClient {
    const statements = this.#clientOf(taken, endTurn)
    let canceling: Promise<unknown> | undefined
    const cancel = (): void => {
      canceling ??= this.pool.query('select pg_cancel_backend($1)', [processIdOf(taken.client)]).catch(() => {})
    }
    gone?.addEventListener('abort', cancel, { once: true })
    const bounded = async (text: string, values: readonly unknown[]) => {
      gone?.throwIfAborted()
      try {
        return await statements.query(text, values)
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
        if (canceling === undefined) statements.release()
        else void canceling.then(() => statements.release(true))
      },
    }
  }
}

async function takenFrom(pool: pg.Pool): Promise<Taken> {
  const client = await pool.connect()
  return { client, release: (discard) => client.release(discard) }
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
