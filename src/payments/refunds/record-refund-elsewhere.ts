import { compareMoney, type Money, minus, plus, zero } from '../../kernel/money.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { findFollowUps, insertAttempt } from '../attempts/attempt-store.ts'
import { followUpAudit } from '../attempts/payment-audit.ts'
import { findPayment, lockPayment, type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { followUpOf } from '../attempts/start-follow-up.ts'
import { type Attempt, isOpen } from '../model/attempt.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { refunded } from './refunded.ts'

export type RefundElsewhere = {
  readonly amount: Money
  /** The processor's own id of the refund. */
  readonly reference: string
  readonly at: Temporal.Instant
}

const REQUEST_KEY_LENGTH_MAX = 255

/**
 * The calls whose outcome must be known before the refund can be recorded: the charge, or refunds of ours that have set
 * aside what the refund took. The processor may have refused those, because it gave the money back already. A refund on
 * which the processor decides later is not waited for.
 */
export async function undecidedBefore(
  tx: Tx,
  charge: Attempt,
  { amount, reference }: Omit<RefundElsewhere, 'at'>,
): Promise<readonly Attempt[]> {
  if (charge.kind !== 'charge') return []
  if (isOpen(charge)) return [charge]
  const known = await findFollowUps(tx, charge)
  if (isKnown(known, reference)) return []
  const open = known.filter(({ kind, status }) => kind === 'refund' && (status === 'started' || status === 'unknown'))
  const left = leftOf(await findPayment(tx, charge), amount.currency)
  return compareMoney(amount, left) > 0 ? open : []
}

function isKnown(followUps: readonly Attempt[], reference: string): boolean {
  return followUps.some(({ kind, facts }) => kind === 'refund' && facts?.reference === reference)
}

/**
 * Records a refund that was made without us, such as in the processor's dashboard, as our own are. What exceeds the rest
 * of the payment is not recorded, but raises an alert: the money has moved, so the event cannot be refused. The charge is
 * locked. Returns the refund; undefined if it is known already or nothing was recorded.
 */
export async function recordRefundElsewhere(
  tx: Tx,
  deps: PaymentDeps,
  charge: Attempt,
  made: RefundElsewhere,
): Promise<Attempt | undefined> {
  if (isKnown(await findFollowUps(tx, charge), made.reference)) return undefined
  const payment = (await findPayment(tx, charge)) && (await lockPayment(tx, charge))
  const left = leftOf(payment, made.amount.currency)
  const amount = compareMoney(made.amount, left) > 0 ? left : made.amount
  const alerts = alertAbout(deps, charge, minus(made.amount, amount))
  if (payment === undefined || amount.minor === 0n) {
    await writeTogether(tx, alerts)
    return undefined
  }
  const attempt = refundOf(charge, { ...made, amount })
  if (!(await insertAttempt(tx, attempt))) return undefined
  const actor = { organizationId: charge.organizationId, by: { kind: 'service' } } as const
  const writes = await refunded({ tx, deps, actor, at: made.at }, attempt)
  await writeTogether(tx, [
    paymentUpdate({ ...payment, refunded: plus(payment.refunded, amount) }),
    ...writes,
    ...alerts,
    ...followUpAudit(deps, actor.by, attempt),
  ])
  return attempt
}

function leftOf(payment: Payment | undefined, currency: string): Money {
  if (payment?.status !== 'COMPLETED' || payment.amount.currency !== currency) return zero(currency)
  return minus(payment.amount, payment.refunded)
}

function refundOf(charge: Attempt, { amount, reference, at }: RefundElsewhere): Attempt {
  const requestKey = `elsewhere ${reference}`.slice(0, REQUEST_KEY_LENGTH_MAX)
  const refund = followUpOf({ of: charge, kind: 'refund', requestKey, amount, at })
  const facts = charge.facts && { ...charge.facts, reference, storedCredential: undefined }
  return { ...refund, status: 'approved', facts }
}

function alertAbout(deps: PaymentDeps, charge: Attempt, rest: Money): readonly Write[] {
  if (rest.minor <= 0n) return []
  const { organizationId, paymentId, invoiceNumber } = charge
  const kind = 'refund-exceeds-payment'
  return [
    raiseAlert(deps, { kind, organizationId, paymentId, invoiceNumber, amount: rest, raisedAt: deps.clock.now() }),
  ]
}
