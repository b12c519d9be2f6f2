import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Outcome } from '../port/port.ts'
import { askAbout } from './ask-about.ts'

/**
 * The outcome of a charge of a token, which no payer can confirm: a challenge is ended at the processor, and the charge
 * is declined. Should the processor not answer, the outcome is unknown, so that it is asked again. Outcomes of other
 * charges stay as they are.
 */
export async function withoutChallenge(deps: PaymentDeps, attempt: Attempt, outcome: Outcome): Promise<Outcome> {
  if (outcome.status !== 'challenge' || attempt.tokenId === undefined) return outcome
  const ended = await askAbout(deps, attempt, (processor, call, signal) => processor.abandon(call, signal))
  if (ended.status === 'absent') return { status: 'declined', reason: 'authenticationFailed', facts: outcome.facts }
  return ended.status === 'challenge' ? { status: 'unknown' } : ended
}
