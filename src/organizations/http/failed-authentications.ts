import type { FastifyRequest } from 'fastify'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import type { AuthenticationRefusal, RefusalReason } from '../authentication/authentication-refusal.ts'

const MINUTE_SECONDS = 60
const NOT_COUNTED: ReadonlySet<RefusalReason> = new Set(['no-credentials', 'ended-session', 'disabled-person'])

/**
 * Counts failed authentications of each network. Above the limit a failure is 429 and is not logged: a flood of wrong keys
 * would otherwise fill the log. Requests that authenticate are not counted, and never refused.
 */
export class FailedAuthentications {
  readonly #perMinute: number
  readonly #limiter: RateLimiterMemory

  constructor({ perMinute }: { readonly perMinute: number }) {
    this.#perMinute = perMinute
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_SECONDS })
  }

  /** Logs a failure and returns the refusal to send. */
  async refusalOf(
    request: FastifyRequest,
    refusal: AuthenticationRefusal,
  ): Promise<AuthenticationRefusal | RetryLater> {
    const used = await this.#count(request, refusal)
    if (used === undefined || used.consumedPoints <= this.#perMinute) {
      const { reason, keyId } = refusal
      request.log.info({ reason, keyId }, 'authentication refused')
      return refusal
    }
    if (used.consumedPoints === this.#perMinute + 1) {
      const facts = { network: networkOf(request), perMinute: this.#perMinute }
      request.log.warn(facts, 'too many failed authentications from one network: for a minute, more are not logged')
    }
    request.isQuiet = true
    return tooMany(Math.min(MINUTE_SECONDS, Math.max(1, Math.ceil(used.msBeforeNext / 1000))))
  }

  /**
   * Undefined if it does not count: a request without credentials costs nothing, and learns how to authenticate; an open
   * page may send several requests after its session has ended.
   */
  async #count(request: FastifyRequest, { reason }: AuthenticationRefusal): Promise<RateLimiterRes | undefined> {
    if (this.#perMinute === 0 || NOT_COUNTED.has(reason)) return undefined
    // A refused one rejects with the same values.
    return this.#limiter.consume(networkOf(request)).catch((refused: RateLimiterRes) => refused)
  }
}

function tooMany(retryAfterSeconds: number): RetryLater {
  const message = 'Too many failed authentications from your network; please retry later.'
  return new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_REQUESTS', message }, retryAfterSeconds)
}
