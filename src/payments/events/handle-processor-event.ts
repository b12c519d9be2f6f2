import type { Actor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scheduleAll } from '../../platform/queue/agenda.ts'
import { RESOLVE_ATTEMPT } from '../attempts/attempt-jobs.ts'
import { findFollowUps, lockAttempt } from '../attempts/attempt-store.ts'
import { finishFollowUpWithin } from '../attempts/carry-out.ts'
import { finishChargeWithin } from '../attempts/finish-charge.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { DeclineReason, Outcome, ProcessorEvent } from '../port/port.ts'
import { failRefund } from '../refunds/fail-refund.ts'
import { recordRefundElsewhere, undecidedBefore } from '../refunds/record-refund-elsewhere.ts'
import { endAuthorization } from '../reviews/end-review.ts'
import { endDispute, openDispute } from './dispute-events.ts'
import { findEarlyEnd, insertEarlyEnd, insertProcessorEvent } from './event-store.ts'

/**
 * `repeated` was handled before; `unknown` is not about a call of ours, and is left alone. `early` needs the outcome of
 * a call that has none, which is asked for now: the processor has to deliver the event again.
 */
type Handling = 'handled' | 'repeated' | 'unknown' | 'early'

/** Handles something that a processor reported, once: the event is noted in the transaction of what follows from it. */
export async function handleProcessorEvent(
  deps: PaymentDeps,
  { processor, event }: { readonly processor: string; readonly event: ProcessorEvent },
): Promise<Handling> {
  return deps.database.transaction(async (tx) => {
    const { organizationId, key: attemptId } = event
    // Locked, so that events about the same call are handled one after the other.
    const attempt = await lockAttempt(tx, { organizationId, attemptId })
    if (attempt?.processor !== processor) return 'unknown'
    const receivedAt = deps.clock.now()
    const { happened } = event
    const undecided = happened.type === 'refundedElsewhere' ? await undecidedBefore(tx, attempt, happened) : []
    if (undecided.length > 0) {
      const row = { organizationId, kind: RESOLVE_ATTEMPT, dueAt: receivedAt }
      await scheduleAll(
        tx,
        undecided.map(({ attemptId: subject }) => ({ ...row, subject })),
      )
      return 'early'
    }
    if (!(await insertProcessorEvent(tx, { processor, event, receivedAt }))) return 'repeated'
    await take(tx, deps, attempt, event)
    return 'handled'
  })
}

async function take(tx: Tx, deps: PaymentDeps, attempt: Attempt, event: ProcessorEvent): Promise<void> {
  const { happened, at } = event
  switch (happened.type) {
    case 'outcome':
      return takeOutcome(tx, deps, attempt, happened.outcome)
    case 'chargeback':
    case 'bankReturn':
      return openDispute(tx, deps, attempt, { ...event, happened })
    case 'disputeEnded':
      return endDispute(tx, deps, attempt, { ...event, happened })
    case 'refundedElsewhere':
      return takeRefund(tx, deps, attempt, event, happened)
    case 'refundFailed':
      return takeFailure(tx, deps, attempt, { ...happened, at })
    case 'authorizationEnded':
      if (attempt.kind === 'charge') await endAuthorization(tx, deps, { charge: attempt, at })
  }
}

/** The outcome of an attempt that was open; one that is decided already stays as it is. */
async function takeOutcome(tx: Tx, deps: PaymentDeps, attempt: Attempt, outcome: Outcome): Promise<void> {
  const { organizationId, kind } = attempt
  const actor: Actor = { organizationId, by: { kind: 'service' } }
  if (kind === 'charge') await finishChargeWithin(tx, deps, { actor, place: attempt, outcome })
  else await finishFollowUpWithin(tx, deps, followUpEffects[kind], { actor, attempt, outcome })
}

/** Records a refund that was made elsewhere; if its failure was reported before, it fails now. */
async function takeRefund(
  tx: Tx,
  deps: PaymentDeps,
  charge: Attempt,
  event: ProcessorEvent,
  made: Extract<ProcessorEvent['happened'], { readonly type: 'refundedElsewhere' }>,
): Promise<void> {
  if (charge.kind !== 'charge') return
  const { amount, reference } = made
  const refund = await recordRefundElsewhere(tx, deps, charge, { amount, reference, at: event.at })
  if (refund === undefined) return
  const { organizationId, attemptId } = charge
  const end = await findEarlyEnd(tx, { organizationId, attemptId, ended: 'refundFailed', reference })
  if (end !== undefined) await failRefund(tx, deps, refund, { reason: end.result as DeclineReason, at: end.at })
}

type Failure = {
  readonly reason: DeclineReason
  readonly reference?: string | undefined
  readonly at: Temporal.Instant
}

/** A refund failed. The failure of one that was made elsewhere may arrive before it, and waits for it then. */
async function takeFailure(tx: Tx, deps: PaymentDeps, attempt: Attempt, failure: Failure): Promise<void> {
  const { reason, reference, at } = failure
  const refund = await refundNamed(tx, attempt, reference)
  if (refund !== undefined) return failRefund(tx, deps, refund, { reason, at })
  if (attempt.kind !== 'charge' || reference === undefined) return
  const { organizationId, attemptId } = attempt
  const end = { result: reason, at }
  await insertEarlyEnd(tx, { organizationId, attemptId, ended: 'refundFailed', reference }, end)
}

/** The refund that failed: the attempt itself, or one of the charge that was made elsewhere. */
async function refundNamed(tx: Tx, attempt: Attempt, reference: string | undefined): Promise<Attempt | undefined> {
  if (attempt.kind === 'refund') return attempt
  if (attempt.kind !== 'charge' || reference === undefined) return undefined
  const found = (await findFollowUps(tx, attempt)).find(
    ({ kind, facts }) => kind === 'refund' && facts?.reference === reference,
  )
  return found && (await lockAttempt(tx, found))
}
