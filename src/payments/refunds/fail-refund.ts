import { getInvoice } from '../../invoicing/index.ts'
import { assert } from '../../kernel/assert.ts'
import { minus } from '../../kernel/money.ts'
import { eventWrite } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { attemptUpdate, lockAttempt } from '../attempts/attempt-store.ts'
import { finishFollowUpWithin } from '../attempts/carry-out.ts'
import { followUpAudit } from '../attempts/payment-audit.ts'
import { lockPayment, paymentUpdate } from '../attempts/payment-store.ts'
import { type Attempt, isOpen, moved } from '../model/attempt.ts'
import { paymentEvent } from '../notices/payment-event.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { DeclineReason } from '../port/port.ts'
import { recordsOfFailedRefund } from '../records/failed-refund-records.ts'
import { recordWrites } from '../records/record-writes.ts'
import { refunded } from './refunded.ts'

type Failure = { readonly reason: DeclineReason; readonly at: Temporal.Instant }

/**
 * A refund failed at the processor, maybe after it had been approved: it does not count any more, and its amount can be
 * refunded again. One that is still open is declined. The refund is locked.
 */
export async function failRefund(tx: Tx, deps: PaymentDeps, refund: Attempt, { reason, at }: Failure): Promise<void> {
  const { organizationId, paymentId, invoiceNumber, amount, attemptId: refundId } = refund
  const actor = { organizationId, by: { kind: 'service' } } as const
  if (isOpen(refund)) {
    const outcome = { status: 'declined', reason, facts: undefined } as const
    await finishFollowUpWithin(tx, deps, refunded, { actor, attempt: refund, outcome })
    return
  }
  if (refund.status !== 'approved') return
  const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
  assert(charge !== undefined, 'A refund has its charge.')
  const payment = await lockPayment(tx, refund)
  const invoice = await getInvoice(tx, refund)
  const now = deps.clock.now()
  const attempt = moved(refund, 'fail', { declineReason: reason, changedAt: now })
  await writeTogether(tx, [
    attemptUpdate(attempt),
    paymentUpdate({ ...payment, refunded: minus(payment.refunded, amount) }),
    ...recordWrites(organizationId, recordsOfFailedRefund({ invoice, attempt, charge, at })),
    eventWrite(paymentEvent('refund-failed', { invoice, charge, at, amount, more: { refundId, reason } })),
    raiseAlert(deps, { kind: 'refund-failed', organizationId, paymentId, invoiceNumber, amount, raisedAt: now }),
    ...followUpAudit(deps, actor.by, attempt),
  ])
}
