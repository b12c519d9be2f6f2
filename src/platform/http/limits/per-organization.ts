import type { FairTurnsOptions } from '../../concurrency/fair-turns.ts'
import { RetryLater } from '../errors/retry-later.ts'

const WAITING_MS_MAX = 2_000
/** Each waiting request holds a connection and, for an upload, a batch. */
const WAITING_MAX = 100
const RETRY_AFTER_SECONDS = 2

/**
 * The limit of one organization on this node: further requests wait 2 s and then get 429. Without it one organization
 * could use the whole capacity of the node, and the others would wait.
 */
export function perOrganization(perOwnerMax: number, things: string): FairTurnsOptions {
  const message = `Your organization already has ${perOwnerMax} ${things} in progress; please retry shortly.`
  const refusal = { kind: 'rate-limited', code: 'TOO_MANY_AT_ONCE', message } as const
  const full = (): RetryLater => new RetryLater(refusal, RETRY_AFTER_SECONDS)
  return { perOwnerMax, waitingMax: WAITING_MAX, waitingMsMax: WAITING_MS_MAX, refusals: { full } }
}
