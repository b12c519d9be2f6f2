import { sql } from 'kysely'
import type { ReceivedPayment } from '../../invoicing/pure.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findAttemptsOfPayments } from '../attempts/attempt-store.ts'
import {
  findPaidSoFar,
  findPayments,
  type Payment,
  type PaymentPlace,
  receivedMethod,
} from '../attempts/payment-store.ts'
import type { Attempt } from '../model/attempt.ts'

type FoundPayment = {
  readonly invoiceNumber: string
  readonly status: Payment['status']
  readonly payerEmail: string | undefined
  readonly payment: ReceivedPayment
}

/** A payment with the invoice that it is for; refuses if it does not exist or was not completed. */
export async function getReceivedPayment(db: Db, place: PaymentPlace): Promise<FoundPayment> {
  const found = await findReceivedPayment(db, place)
  if (found === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The payment does not exist.')
  const { status } = found
  if (status !== 'COMPLETED') {
    throw new AppError('not-found', 'NO_RECEIPT', `There is no receipt: the status of the payment is ${status}.`)
  }
  return found
}

/** A payment in any status; undefined if it does not exist. */
export async function findReceivedPayment(
  db: Db,
  { organizationId, paymentId }: PaymentPlace,
): Promise<FoundPayment | undefined> {
  const [found] = await findPayments(db, sql`organization_id = ${organizationId} and payment_id = ${paymentId}`)
  if (found === undefined) return undefined
  const [attempts, paidSoFar] = await Promise.all([
    findAttemptsOfPayments(db, { organizationId, paymentIds: [paymentId] }),
    findPaidSoFar(db, found),
  ])
  const payerEmail = attempts.find(({ kind }) => kind === 'charge')?.payer.email
  return {
    ...{ invoiceNumber: found.invoiceNumber, status: found.status, payerEmail },
    payment: { ...receivedPayment(found, attempts), paidSoFar },
  }
}

function receivedPayment(payment: Payment, attempts: readonly Attempt[]): Omit<ReceivedPayment, 'paidSoFar'> {
  const { paymentId, receivedAt, amount, refunded, details } = payment
  const { scheme, suffix } = attempts.find(({ kind }) => kind === 'charge')?.facts?.account ?? {}
  const receivedOn = details.date === undefined ? undefined : Temporal.PlainDate.from(details.date)
  return { paymentId, receivedAt, receivedOn, method: receivedMethod(payment), scheme, suffix, amount, refunded }
}
