import type { Db } from '../../platform/postgres/database.ts'
import { findAttemptsOfPayments } from '../attempts/attempt-store.ts'
import { findDisputes } from '../attempts/dispute-store.ts'
import type { Payment } from '../attempts/payment-store.ts'
import type { PaymentWithAttempts } from './present-payment.ts'

/** Adds their attempts, disputes and returns to payments of one organization. */
export async function withAttempts(db: Db, payments: readonly Payment[]): Promise<readonly PaymentWithAttempts[]> {
  const organizationId = payments[0]?.organizationId ?? ''
  const paymentIds = payments.map(({ paymentId }) => paymentId)
  const of = { organizationId, paymentIds }
  const attempts = await findAttemptsOfPayments(db, of)
  const disputes = Map.groupBy(await findDisputes(db, of), ({ paymentId }) => paymentId)
  const ofPayment = Map.groupBy(attempts, ({ paymentId }) => paymentId)
  return payments.map((payment) => ({
    payment,
    attempts: ofPayment.get(payment.paymentId) ?? [],
    disputes: disputes.get(payment.paymentId) ?? [],
  }))
}
