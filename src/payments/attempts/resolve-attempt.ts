import { releaseAmount } from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import { type Attempt, isOpen, isWithPayer, lapsed } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Outcome } from '../port/port.ts'
import { askAbout } from './ask-about.ts'
import { LAPSE_CHARGE, nextLookupAt } from './attempt-jobs.ts'
import { type AttemptPlace, attemptUpdate, findAttempt, lockAttempt } from './attempt-store.ts'
import { carryOut, type FollowUpEffects } from './carry-out.ts'
import { askAfterReturn } from './continue-charge.ts'
import { finishCharge } from './finish-charge.ts'
import { withoutChallenge } from './without-challenge.ts'

/**
 * Records the outcome of an attempt, as the processor says. A charge is looked up, because its card data is gone;
 * a capture, reversal or refund is called again under the same key.
 */
export async function resolveAttempt(deps: PaymentDeps, effects: FollowUpEffects, place: AttemptPlace): Promise<void> {
  const attempt = await findAttempt(deps.database.db, place)
  if (attempt === undefined || !isOpen(attempt)) return
  const actor = serviceFor(place)
  if (attempt.kind !== 'charge') {
    await carryOut(deps, effects, actor, attempt)
    return
  }
  const outcome = isWithPayer(attempt) ? await askAfterReturn(deps, attempt) : await lookUp(deps, attempt)
  await finishCharge(deps, actor, place, await withoutChallenge(deps, attempt, outcome))
}

async function lookUp(deps: PaymentDeps, attempt: Attempt): Promise<Outcome> {
  const found = await askAbout(deps, attempt, (processor, call, signal) => processor.lookup(call, signal))
  return found.status === 'absent' ? { status: 'declined', reason: 'notProcessed', facts: undefined } : found
}

/**
 * Releases the reserved amount of an attempt whose payer did not return in time, once the processor has ruled out that
 * it is still paid: two payers must not pay one invoice. Without such an answer the amount stays reserved.
 */
export async function lapseCharge(deps: PaymentDeps, place: AttemptPlace): Promise<void> {
  const attempt = await findAttempt(deps.database.db, place)
  if (attempt?.status !== 'waiting') return
  const found = await askAbout(deps, attempt, (processor, call, signal) => processor.abandon(call, signal))
  if (found.status === 'absent') await releaseLapsed(deps, place)
  else if (found.status === 'unknown' || found.status === 'challenge') await lapseLater(deps, attempt)
  else await finishCharge(deps, serviceFor(place), place, found)
}

async function releaseLapsed(deps: PaymentDeps, place: AttemptPlace): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const before = await lockAttempt(tx, place)
    if (before?.status !== 'waiting') return
    const { invoiceNumber, amount } = before
    await releaseAmount(tx, deps, serviceFor(place), { invoiceNumber, amount })
    await writeTogether(tx, [attemptUpdate(lapsed(before, { at: deps.clock.now() }))])
  })
}

async function lapseLater({ database, clock }: PaymentDeps, { organizationId, attemptId, createdAt }: Attempt) {
  const dueAt = nextLookupAt(createdAt, clock.now())
  await database.transaction((tx) => schedule(tx, { organizationId, kind: LAPSE_CHARGE, subject: attemptId, dueAt }))
}

function serviceFor({ organizationId }: AttemptPlace): Actor {
  return { organizationId, by: { kind: 'service' } }
}
