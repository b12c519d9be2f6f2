import type { Db } from '../../platform/postgres/database.ts'
import { findAttemptsOfPayments } from '../attempts/attempt-store.ts'
import type { Payment } from '../attempts/payment-store.ts'
import type { PaymentWithAttempts } from './present-payment.ts'

/** Adds their attempts to payments of one organization. */
export async function withAttempts(db: Db, payments: readonly Payment[]): Promise<readonly PaymentWithAttempts[]> {
  const organizationId = payments[0]?.organizationId ?? ''
  const paymentIds = payments.map(({ paymentId }) => paymentId)
  const attempts = await findAttemptsOfPayments(db, { organizationId, paymentIds })
  const ofPayment = Map.groupBy(attempts, ({ paymentId }) => paymentId)
  return payments.map((payment) => ({ payment, attempts: ofPayment.get(payment.paymentId) ?? [] }))
}
