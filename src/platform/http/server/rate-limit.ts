import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, systemClock } from '../../clock/clock.ts'
import { RetryLater } from '../errors/retry-later.ts'
import { type Bucket, FULL_AFTER_MS, type Taken, takeToken } from './token-bucket.ts'

export type RateLimit = {
  /** Requests a minute and key; 0 for no limit. */
  readonly perMinute: number
  /** Who asks, known once the hooks that were added before have run; undefined is not limited. */
  readonly keyOf: (request: FastifyRequest) => string | undefined
  /** The machine's own time, so that moving the sandbox clock locks no one out. */
  readonly clock?: Clock
}

/** Limits how often a key may ask this node; several nodes together allow as many times more. */
export function addRateLimit(app: FastifyInstance, { perMinute, keyOf, clock = systemClock }: RateLimit): void {
  if (perMinute === 0) return
  const buckets = new Buckets(perMinute)
  app.addHook('onRequest', async (request, reply) => {
    const key = keyOf(request)
    if (key === undefined) return
    const taken = buckets.take(key, clock.now().epochMilliseconds)
    reply.headers({
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(taken.remaining),
      'x-ratelimit-reset': String(seconds(taken.fullInMs)),
    })
    if (!taken.isAllowed) throw tooMany(seconds(taken.nextInMs))
  })
}

function tooMany(retryAfterSeconds: number): RetryLater {
  const message = 'Too many requests with this key; please retry later.'
  return new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_REQUESTS', message }, retryAfterSeconds)
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** One bucket for each key that has asked lately: one that is full again need not be remembered. */
export class Buckets {
  readonly #perMinute: number
  /** The most recently used one is last. */
  readonly #bucketOf = new Map<string, Bucket>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  get size(): number {
    return this.#bucketOf.size
  }

  take(key: string, nowMs: number): Taken {
    const taken = takeToken(this.#bucketOf.get(key), { perMinute: this.#perMinute, nowMs })
    this.#bucketOf.delete(key)
    this.#bucketOf.set(key, taken.bucket)
    this.#forgetFull(nowMs)
    return taken
  }

  #forgetFull(nowMs: number): void {
    for (const [key, { at }] of this.#bucketOf) {
      // After the machine's time was set back, what lies far ahead is forgotten as well.
      if (Math.abs(nowMs - at) < FULL_AFTER_MS) return
      this.#bucketOf.delete(key)
    }
  }
}
