import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { PostgresUnreachable } from './explain-postgres.ts'
import { isSentAhead } from './send-ahead.ts'
import type { StatementNames } from './statement-names.ts'

type Answer = Pick<pg.QueryResult, 'rows'>

type Options = {
  readonly names: StatementNames
  readonly release: (discard?: boolean) => void
  /** Whether statements may be sent before those in front of them are answered. */
  readonly isPipelined: boolean
}

/**
 * A connection as Kysely uses it. It gives frequent statements names, and writes those that nobody waits for together with the
 * next one. BEGIN waits for its answer: reports wait for transactions that PostgreSQL knows to be open.
 */
export class KyselyClient {
  readonly #client: pg.PoolClient
  readonly #options: Options
  #ahead: Promise<pg.QueryResult>[] = []
  #isHeld = false

  constructor(client: pg.PoolClient, options: Options) {
    this.#client = client
    this.#options = options
  }

  /** The library's second form of a query is for cursors, which are not used here. */
  forKysely(): PostgresPoolClient {
    const query = (text: string, values: readonly unknown[]): Promise<Answer> => this.query(text, values)
    return { query: query as unknown as PostgresPoolClient['query'], release: (discard) => this.release(discard) }
  }

  release(discard?: boolean): void {
    this.#options.release(discard)
  }

  async query(text: string, values: readonly unknown[]): Promise<Answer> {
    if (!this.#options.isPipelined || !isSentAhead() || !values.every(isPlain)) return this.#sendBehind(text, values)
    this.#hold()
    const sent = this.#send(text, values)
    this.#ahead.push(sent)
    // The next statement reports it.
    sent.catch(() => {})
    return { rows: [] }
  }

  async #sendBehind(text: string, values: readonly unknown[]): Promise<Answer> {
    // A failure is known by now, or makes no difference.
    const earlier = text === 'rollback' ? [] : this.#ahead
    this.#ahead = []
    const sent = this.#send(text, values)
    this.#letGo()
    return earlier.length === 0 ? sent : lastOf([...earlier, sent])
  }

  #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = this.#options.names.nameOf(text)
    const statement = { text, values: [...values] }
    return this.#client.query(name === undefined ? statement : { ...statement, name }).catch(throwLoss)
  }

  #hold(): void {
    if (!this.#isHeld) this.#client.connection.stream.cork()
    this.#isHeld = true
  }

  #letGo(): void {
    if (this.#isHeld) this.#client.connection.stream.uncork()
    this.#isHeld = false
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
