import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { findFollowUps, lockAttempt } from '../attempts/attempt-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { lockPayment, type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { startFollowUp } from '../attempts/start-follow-up.ts'
import { type Attempt, isOpen } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { isOver } from './expired.ts'

export type Decision = {
  readonly paymentId: string
  readonly decision: 'accept' | 'reject'
  readonly comment: string | undefined
}

export type StartedDecision = { readonly payment: Payment; readonly attempt: Attempt }

export const FOLLOW_UP_OF = { accept: 'capture', reject: 'reverse' } as const
const ACTION_OF = { accept: 'payment.review-accepted', reject: 'payment.review-rejected' } as const

/** Records the merchant's decision; the capture or reversal that follows is carried out after the commit. */
export async function startDecision(
  deps: Pick<PaymentDeps, 'clock' | 'machineClock'>,
  db: Transactions,
  { organizationId, by }: Actor,
  { paymentId, decision, comment }: Decision,
): Promise<StartedDecision> {
  return db.transaction(async (tx) => {
    const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
    const before = await lockPayment(tx, { organizationId, paymentId })
    if (charge?.status !== 'review' || before.status !== 'REVIEW') {
      throw new AppError('invalid', 'ACTION_NOT_ALLOWED', 'The payment is not under review.')
    }
    if (isOver(before, deps.clock.now())) {
      const ended = `The authorization ended at ${before.decideBy?.toString() ?? 'an earlier time'}.`
      throw new AppError('invalid', 'ACTION_NOT_ALLOWED', `${ended} The payment can no longer be decided on.`)
    }
    const earlier = await findFollowUps(tx, charge)
    if (earlier.some(isOpen)) {
      throw new AppError('conflict', 'DECISION_RUNNING', 'A decision on this payment is still being carried out.')
    }
    const payment = { ...before, details: { ...before.details, review: reviewOf(decision, comment) } }
    const { attempt, isNew } = await startFollowUp(tx, {
      ...{ of: charge, kind: FOLLOW_UP_OF[decision], amount: charge.amount, note: comment, at: deps.clock.now() },
      // Several payments of one invoice may be under review.
      requestKey: `${decision} ${paymentId} ${earlier.length + 1}`,
    })
    assert(isNew, 'Decisions on a payment are numbered under its lock.')
    const action = ACTION_OF[decision]
    const audit = paymentAudit(deps, { by, action, payment, details: { transactionId: attempt.attemptId } })
    await writeTogether(tx, [paymentUpdate(payment), ...audit])
    return { payment, attempt }
  })
}

function reviewOf(decision: 'accept' | 'reject', comment: string | undefined) {
  return { decision, ...(comment === undefined ? {} : { comment }) }
}
