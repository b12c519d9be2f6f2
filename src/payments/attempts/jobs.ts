import type { Actor } from '../../kernel/actor.ts'
import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { LAPSE_CHARGE, RESOLVE_ATTEMPT } from './attempt-jobs.ts'
import { findLostCharges } from './attempt-store.ts'
import type { FollowUpEffects } from './carry-out.ts'
import { finishCharge } from './finish-charge.ts'
import { lapseCharge, resolveAttempt } from './resolve-attempt.ts'

/** Jobs that find out the outcome of attempts. */
export function attemptJobs(deps: PaymentDeps, effects: FollowUpEffects): JobHandlers {
  return {
    [RESOLVE_ATTEMPT]: (payload) => resolveAttempt(deps, effects, placeOf(payload)),
    [LAPSE_CHARGE]: (payload) => lapseCharge(deps, placeOf(payload)),
  }
}

function placeOf(payload: unknown) {
  const { organizationId, subject: attemptId } = readAgendaItem(payload)
  return { organizationId, attemptId }
}

const LOOK_DELAY_MS = 5_000
/** Beyond the longest call, so that a call that is still running is left alone. */
const LOST_AFTER_CALLS = 2
const BATCH_ROWS = 100

/**
 * Finds charges whose node died between the processor's call and its record. Their outcome is unknown, and the processor
 * is asked for it.
 */
export function watchForLostCharges(deps: PaymentDeps): Repetition {
  const { database, config, log } = deps
  return repeat({
    work: async () => {
      const olderThanMs = config.processorCallMsMax * LOST_AFTER_CALLS
      const lost = await findLostCharges(database.db, { olderThanMs, limit: BATCH_ROWS })
      for (const place of lost) {
        const actor: Actor = { organizationId: place.organizationId, by: { kind: 'service' } }
        await finishCharge(deps, actor, place, { status: 'unknown' })
      }
      return LOOK_DELAY_MS
    },
    delayAfterFailureMs: LOOK_DELAY_MS,
    failureMessage: 'lost charges could not be looked for',
    log,
  })
}
