import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

const reading = new AsyncLocalStorage<boolean>()

/**
 * Runs a statement outside of transactions on a connection that others use at the same time. It must take a moment only,
 * since those behind it wait, and change nothing that belongs to a connection.
 */
export function onSharedConnection<T>(work: () => T): T {
  return reading.run(true, work)
}

export function mayShareConnection(): boolean {
  return reading.getStore() === true
}

/** A connection until it is released. */
export type Taken = { readonly client: pg.PoolClient; readonly release: (discard?: boolean) => void }

type Member = { readonly client: Promise<pg.PoolClient>; readonly leave: () => void; users: number }

/**
 * Few connections for many short readings. Those that arrive together are written together, and PostgreSQL answers them
 * one after the other: with a connection for each, handing over between processes takes longer than the readings.
 */
export class SharedConnections {
  readonly #pool: pg.Pool
  readonly #members = new Set<Member>()
  readonly #corked = new Set<pg.PoolClient>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** A connection for one statement, sent when all that has arrived by now has been handled. */
  async take(): Promise<Taken> {
    const member = this.#leastUsed() ?? this.#connect()
    member.users += 1
    try {
      const client = await member.client
      this.#writeTogether(client)
      const release = (): void => {
        member.users -= 1
        if (member.users === 0) this.#release(member, client)
      }
      return { client, release }
    } catch (error) {
      member.leave()
      throw error
    }
  }

  /** Undefined if another connection may be opened instead. */
  #leastUsed(): Member | undefined {
    const [least] = [...this.#members].toSorted((one, other) => one.users - other.users)
    return this.#members.size < this.#pool.options.max ? undefined : least
  }

  #connect(): Member {
    const leave = (): void => void this.#members.delete(member)
    // Nobody else takes one that is lost.
    const client = this.#pool.connect().then((connected) => connected.once('end', leave))
    const member: Member = { client, leave, users: 0 }
    this.#members.add(member)
    return member
  }

  #release({ leave }: Member, client: pg.PoolClient): void {
    leave()
    client.off('end', leave)
    client.release()
  }

  #writeTogether(client: pg.PoolClient): void {
    if (this.#corked.has(client)) return
    if (this.#corked.size === 0) setImmediate(() => this.#uncork())
    this.#corked.add(client)
    client.connection.stream.cork()
  }

  #uncork(): void {
    for (const { connection } of this.#corked) connection.stream.uncork()
    this.#corked.clear()
  }
}
