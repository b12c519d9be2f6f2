import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { END_REVIEW } from '../attempts/attempt-jobs.ts'
import { type AttemptPlace, findFollowUps, lockAttempt } from '../attempts/attempt-store.ts'
import { finishChargeWithin } from '../attempts/finish-charge.ts'
import { lockPayment, type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { type Attempt, isOpen } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { expired, isOver } from './expired.ts'

/** The job that ends reviews at their deadline. */
export function reviewJobs(deps: PaymentDeps): JobHandlers {
  return {
    [END_REVIEW]: (payload) => {
      const { organizationId, subject: attemptId } = readAgendaItem(payload)
      return endReview(deps, { organizationId, attemptId })
    },
  }
}

/** Ends a review that was not decided on in time. */
export async function endReview(deps: PaymentDeps, place: AttemptPlace): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const charge = await lockAttempt(tx, place)
    if (charge?.status !== 'review') return
    const payment = await lockPayment(tx, charge)
    if (isOver(payment, deps.clock.now())) await endUnlessDecided(tx, deps, { charge, payment })
  })
}

/**
 * The processor says that an authorization can no longer be captured. A charge without an outcome is declined; one
 * that was captured or given back stays as it is. The charge is locked.
 */
export async function endAuthorization(
  tx: Tx,
  deps: PaymentDeps,
  { charge, at }: { readonly charge: Attempt; readonly at: Temporal.Instant },
): Promise<void> {
  const { organizationId } = charge
  if (isOpen(charge)) {
    await finishChargeWithin(tx, deps, {
      ...{ actor: { organizationId, by: { kind: 'service' } }, place: charge },
      outcome: { status: 'declined', reason: 'authorizationExpired', facts: undefined },
    })
    return
  }
  if (charge.status !== 'review') return
  const before = await lockPayment(tx, charge)
  const payment = { ...before, decideBy: earliest([at, deps.clock.now(), before.decideBy]) }
  await endUnlessDecided(tx, deps, { charge, payment })
}

type Review = { readonly charge: Attempt; readonly payment: Payment }

/** A decision that is being carried out goes first: if it fails, the review ends then. */
async function endUnlessDecided(tx: Tx, deps: PaymentDeps, { charge, payment }: Review): Promise<void> {
  const isDecided = (await findFollowUps(tx, charge)).some(isOpen)
  const end = { charge, payment, at: deps.clock.now() }
  await writeTogether(tx, isDecided ? [paymentUpdate(payment)] : await expired(tx, deps, end))
}

function earliest(instants: readonly (Temporal.Instant | undefined)[]): Temporal.Instant | undefined {
  return instants.filter((one) => one !== undefined).sort(Temporal.Instant.compare)[0]
}
