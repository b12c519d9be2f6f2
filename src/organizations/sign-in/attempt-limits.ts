import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'

const TABLE = 'sign_in_attempts'
const WINDOW_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Failures within 15 minutes. Those after the first half are delayed, those beyond the limit refused. */
export const FAILURES_MAX = { account: 10, network: 30, device: 10, session: 10 } as const
/** Mails to one address, and requests of one network for mails. */
const MAILS_MAX = { resets: 3, invitations: 5, notices: 5, requests: 30 } as const
const DELAY_MS = 250
/** Counted by address. */
const KINDS_OF_ADDRESS = ['account', 'resets', 'invitations', 'notices'] as const

type FailureKind = keyof typeof FAILURES_MAX
type MailKind = keyof typeof MAILS_MAX

/** One attempt, counted before its outcome is known, so that concurrent attempts cannot pass the limit together. */
export type CountedAttempt = {
  /** Failures of the account or device within the window, this one included. */
  readonly failures: number
  /** Takes the attempt back: it was no failure. */
  readonly undo: () => Promise<void>
  /** Forgets all failures of the account or device: the right person has signed in. */
  readonly forgive: () => Promise<void>
}

export type AttemptLimitDeps = {
  /** Counts are small statements of their own and must outlive a failed transaction. */
  readonly pool: pg.Pool
  /** Waits before a late failure is looked at; tests do not. */
  readonly delay?: (ms: number) => Promise<unknown>
}

/** Counts failed attempts and mails in PostgreSQL, so that all nodes agree. */
export class AttemptLimits {
  readonly #limiters: Readonly<Record<FailureKind | MailKind, RateLimiterPostgres>>
  readonly #delay: (ms: number) => Promise<unknown>

  constructor({ pool, delay = sleep }: AttemptLimitDeps) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterPostgres({
        ...{ storeClient: withNumbers(pool), storeType: 'pool', tableName: TABLE, tableCreated: true },
        ...{ keyPrefix, points, duration, clearExpiredByTimeout: false },
      })
    this.#limiters = {
      account: limiter('account', FAILURES_MAX.account, WINDOW_SECONDS),
      network: limiter('network', FAILURES_MAX.network, WINDOW_SECONDS),
      device: limiter('device', FAILURES_MAX.device, WINDOW_SECONDS),
      session: limiter('session', FAILURES_MAX.session, WINDOW_SECONDS),
      resets: limiter('resets', MAILS_MAX.resets, HOUR_SECONDS),
      invitations: limiter('invitations', MAILS_MAX.invitations, DAY_SECONDS),
      notices: limiter('notices', MAILS_MAX.notices, DAY_SECONDS),
      requests: limiter('requests', MAILS_MAX.requests, HOUR_SECONDS),
    }
    this.#delay = delay
  }

  /** Counts an attempt under each key; delays a late one, and refuses one above a limit with the time to wait. */
  async count(keys: Readonly<Partial<Record<FailureKind, string>>>): Promise<CountedAttempt> {
    const entries = Object.entries(keys) as readonly (readonly [FailureKind, string])[]
    const counted = await Promise.all(
      entries.map(async ([kind, name]) => ({ kind, key: keyOf(name), used: await this.#consume(kind, keyOf(name)) })),
    )
    const over = counted.filter(({ kind, used }) => used.consumedPoints > FAILURES_MAX[kind])
    if (over.length > 0) throw tooMany(Math.max(...over.map(({ used }) => used.msBeforeNext)))
    const late = counted.map(({ kind, used }) => used.consumedPoints - FAILURES_MAX[kind] / 2)
    if (Math.max(...late) > 0) await this.#delay(Math.max(...late) * DELAY_MS)
    const own = counted.filter(({ kind }) => kind !== 'network')
    return {
      failures: Math.max(0, ...own.map(({ used }) => used.consumedPoints)),
      undo: async () => {
        await Promise.all(counted.map(({ kind, key }) => this.#limiters[kind].reward(key)))
      },
      forgive: async () => {
        const others = counted.filter((each) => !own.includes(each))
        await Promise.all([
          ...own.map(({ kind, key }) => this.#limiters[kind].delete(key)),
          // Only its own attempt: otherwise anyone with an account could clear the network's count.
          ...others.map(({ kind, key }) => this.#limiters[kind].reward(key)),
        ])
      },
    }
  }

  /** Forgets the failures of an account whose owner has proved to be there in another way. */
  async forgiveAccount(address: string): Promise<void> {
    await this.#limiters.account.delete(keyOf(addressKey(address)))
  }

  /** How many counts an address has. */
  async countsOf(address: string): Promise<number> {
    const key = keyOf(addressKey(address))
    const found = await Promise.all(KINDS_OF_ADDRESS.map((kind) => this.#limiters[kind].get(key)))
    return found.filter((used) => used !== null).length
  }

  /** Removes all counts of an address; returns how many there were. */
  async forgetAddress(address: string): Promise<number> {
    const key = keyOf(addressKey(address))
    const removed = await Promise.all(KINDS_OF_ADDRESS.map((kind) => this.#limiters[kind].delete(key)))
    return removed.filter((wasThere) => wasThere).length
  }

  /** Whether another mail may be written to the address. */
  async takeMail(kind: Exclude<MailKind, 'requests'>, address: string): Promise<boolean> {
    const used = await this.#consume(kind, keyOf(addressKey(address)))
    return used.consumedPoints <= MAILS_MAX[kind]
  }

  /** Refuses a network that asks for mails too often. */
  async takeRequest(network: string): Promise<void> {
    const used = await this.#consume('requests', keyOf(network))
    if (used.consumedPoints > MAILS_MAX.requests) throw tooMany(used.msBeforeNext)
  }

  /** A refused one rejects with the same values; anything else is a failure of the store. */
  async #consume(kind: FailureKind | MailKind, key: string): Promise<RateLimiterRes> {
    return this.#limiters[kind].consume(key).catch((refused: RateLimiterRes | Error) => {
      if (refused instanceof Error) throw refused
      return refused
    })
  }
}

/** The library counts in numbers, while the pool reads 64-bit integers as bigint. */
function withNumbers(pool: pg.Pool) {
  const numbers = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    )
  return {
    query: async (statement: pg.QueryConfig) => {
      const result = await pool.query<Record<string, unknown>>(statement)
      return { ...result, rows: result.rows.map(numbers) }
    },
  }
}

/** Addresses are equal without case. */
export function addressKey(address: string): string {
  return address.trim().toLowerCase()
}

/** Hashed, because strangers may type anything, also addresses and passwords that nobody else should read. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}

function tooMany(waitMs: number): RetryLater {
  const message = 'Too many failed attempts; please retry later.'
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_ATTEMPTS', message }, retryAfterSeconds)
}
