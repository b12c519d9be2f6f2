import { findNotificationAddress, getInvoice } from '../../invoicing/index.ts'
import { assert } from '../../kernel/assert.ts'
import { minus } from '../../kernel/money.ts'
import { eventWrite } from '../../notifications/index.ts'
import { movementWrites } from '../attempts/ask-about.ts'
import { lockAttempt } from '../attempts/attempt-store.ts'
import type { FollowUpEffect } from '../attempts/carry-out.ts'
import { lockPayment, paymentUpdate } from '../attempts/payment-store.ts'
import { paymentEvent } from '../notices/payment-event.ts'
import { refundMails } from '../notices/payment-mails.ts'
import { recordsOfFollowUp } from '../records/payment-records.ts'
import { recordWrites } from '../records/record-writes.ts'

/** A refund that the processor refused does not count; its amount can be refunded again. */
export const refunded: FollowUpEffect = async ({ tx, deps, at }, attempt) => {
  const { organizationId, paymentId } = attempt
  const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
  assert(charge !== undefined, 'A refund has its charge.')
  const invoice = await getInvoice(tx, attempt)
  const records = recordWrites(organizationId, recordsOfFollowUp({ invoice, attempt, charge, at }))
  if (attempt.status === 'approved') {
    const { amount, attemptId: refundId } = attempt
    const news = { invoice, charge, at, amount, more: { refundId } }
    const merchantAddress = await findNotificationAddress(tx, organizationId)
    return [
      ...records,
      eventWrite(paymentEvent('refunded', news)),
      ...refundMails({ invoice, charge, at, merchantAddress }, { refundId, amount }),
      ...movementWrites(deps, attempt, at),
    ]
  }
  const payment = await lockPayment(tx, attempt)
  return [paymentUpdate({ ...payment, refunded: minus(payment.refunded, attempt.amount) }), ...records]
}
