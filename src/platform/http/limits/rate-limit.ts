import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import { RetryLater } from '../errors/retry-later.ts'

export type RateLimit = {
  /** Requests per minute and key; 0 means no limit. */
  readonly perMinute: number
  /** The sender of the request, known once the hooks that were added before have run; undefined is not limited. */
  readonly keyOf: (request: FastifyRequest) => string | undefined
}

const WINDOW_SECONDS = 60

/**
 * Limits how often a key may send requests to this node; several nodes together allow as many times more. A key's
 * minute starts with its first request, in the machine's time, so that moving the sandbox clock locks no one out. Without
 * it one client, perhaps in an endless loop, could take the node's time from all others, or guess links of pages.
 */
export function addRateLimit(app: FastifyInstance, { perMinute, keyOf }: RateLimit): void {
  if (perMinute === 0) return
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  app.addHook('onRequest', async (request, reply) => {
    const key = keyOf(request)
    if (key === undefined) return
    // A refused request rejects with the same values.
    const used = await limiter.consume(key).catch((refused: RateLimiterRes) => refused)
    const resetSeconds = secondsUntilReset(used)
    reply.headers({
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(used.remainingPoints),
      'x-ratelimit-reset': String(resetSeconds),
    })
    if (used.consumedPoints > perMinute) throw tooMany(resetSeconds)
  })
}

function tooMany(retryAfterSeconds: number): RetryLater {
  const message = 'Too many requests with this key; please retry later.'
  return new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_REQUESTS', message }, retryAfterSeconds)
}

/** The minute ends by a timer, so never later, even if the machine's time is set back. */
function secondsUntilReset({ msBeforeNext }: RateLimiterRes): number {
  return Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(msBeforeNext / 1000)))
}
