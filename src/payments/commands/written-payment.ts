import { compareMoney, formatMoney, type Money } from '../../kernel/money.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { table } from '../../platform/command-line/terminal.ts'
import type { Payment } from '../attempts/payment-store.ts'
import { type PaymentWithAttempts, presentPayment } from '../http/present-payment.ts'
import type { Attempt } from '../model/attempt.ts'
import { clawbacksOf, refundableOf } from '../model/refundable.ts'

const TAKEN_BACK = { chargeback: 'charged back', return: 'returned' } as const

/** A payment for programs: as in the API, with its organization. */
export function paymentJson(payment: PaymentWithAttempts): object {
  return { organizationId: payment.payment.organizationId, ...presentPayment(payment) }
}

/** An attempt for programs, without the payer's details. */
export function attemptJson(attempt: Attempt): object {
  const { organizationId, attemptId, kind, paymentId, invoiceNumber, status, processor, method, amount } = attempt
  return {
    ...{ organizationId, id: attemptId, kind, paymentId, invoiceId: invoiceNumber, status },
    reason: attempt.declineReason ?? null,
    ...{ processor, method, amount: formatMoney(amount), currency: amount.currency },
    note: attempt.note ?? null,
    createdAt: attempt.createdAt.toString(),
    changedAt: attempt.changedAt.toString(),
  }
}

export function paymentTable(payments: readonly Payment[]): string {
  const header = ['received at', 'organization', 'payment id', 'invoice', 'status', 'method', 'amount', 'refunded']
  const rows = payments.map(({ receivedAt, organizationId, paymentId, invoiceNumber, ...payment }) => [
    ...[writtenInstant(receivedAt), organizationId, paymentId, invoiceNumber, payment.status, payment.method],
    ...[inWords(payment.amount), payment.refunded.minor === 0n ? '-' : inWords(payment.refunded)],
  ])
  return table([header, ...rows])
}

/** Payments under review, with the time until which they can be decided on. */
export function reviewTable(payments: readonly Payment[]): string {
  const header = ['received at', 'organization', 'payment id', 'invoice', 'method', 'amount', 'decide by']
  const rows = payments.map(({ receivedAt, organizationId, paymentId, invoiceNumber, method, amount, decideBy }) => [
    ...[writtenInstant(receivedAt), organizationId, paymentId, invoiceNumber, method, inWords(amount)],
    decideBy === undefined ? '-' : writtenInstant(decideBy),
  ])
  return table([header, ...rows])
}

export function attemptTable(attempts: readonly Attempt[]): string {
  const header = ['started at', 'organization', 'attempt id', 'invoice', 'what', 'status', 'reason', 'amount']
  const rows = attempts.map(({ createdAt, organizationId, attemptId, invoiceNumber, kind, ...attempt }) => [
    ...[writtenInstant(createdAt), organizationId, attemptId, invoiceNumber, kind, attempt.status],
    ...[attempt.declineReason ?? '-', inWords(attempt.amount)],
  ])
  return table([header, ...rows])
}

/** One payment with everything that was done to it. */
export function paymentText({ payment, attempts, disputes }: PaymentWithAttempts): string {
  const { details } = payment
  const refundable = refundableOf(payment, disputes)
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['payment', payment.paymentId],
    ['organization', payment.organizationId],
    ['invoice', payment.invoiceNumber],
    ['status', payment.status],
    ['method', payment.origin === 'external' ? `${payment.method}, received elsewhere` : payment.method],
    ['amount', inWords(payment.amount)],
    ['refunded', payment.refunded.minor === 0n ? undefined : inWords(payment.refunded)],
    ...clawbacksOf(payment, disputes).map(({ kind, amount }) => [TAKEN_BACK[kind], inWords(amount)] as const),
    ['refundable', compareMoney(refundable, payment.amount) === 0 ? undefined : inWords(refundable)],
    ['received at', writtenInstant(payment.receivedAt)],
    ['date', details.date],
    ['note', details.note],
    ['reversed because', details.reversalReason],
    ['review', details.review?.decision],
    ['comment', details.review?.comment],
    ['not carried out', details.review?.failure],
    ['decide by', payment.status === 'REVIEW' ? payment.decideBy && writtenInstant(payment.decideBy) : undefined],
  ]
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return [table(known), ...(attempts.length === 0 ? [] : ['', attemptTable(attempts)])].join('\n')
}

export function inWords(amount: Money): string {
  return `${formatMoney(amount)} ${amount.currency}`
}
