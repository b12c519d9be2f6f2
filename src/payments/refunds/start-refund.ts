import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { AppError } from '../../kernel/errors.ts'
import { compareMoney, formatMoney, type Money, plus } from '../../kernel/money.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { findAttemptOfRequest, lockAttempt } from '../attempts/attempt-store.ts'
import { findDisputes } from '../attempts/dispute-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { lockPayment, type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { startFollowUp } from '../attempts/start-follow-up.ts'
import { amountIn } from '../http/read-amount.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { clawbacksOf, refundableOf } from '../model/refundable.ts'
import type { PaymentDeps } from '../payment-deps.ts'

export type NewRefund = {
  readonly paymentId: string
  /** Undefined for all that is left. */
  readonly amount: Decimal | undefined
  /** Undefined if the client leaves the currency to the payment. */
  readonly currency?: string
  readonly reason: string | undefined
  /** The same for every repetition of one request about this payment; undefined if each is a refund of its own. */
  readonly requestKey?: string
}

export type StartedRefund = { readonly payment: Payment; readonly attempt: Attempt }

/**
 * Records a refund and sets its amount aside, so that refunds never exceed the rest of the payment; it is carried out
 * afterwards. Disputes are recorded under the lock of the charge, so none is missed.
 */
export async function startRefund(
  deps: Pick<PaymentDeps, 'clock' | 'machineClock'>,
  db: Transactions,
  { organizationId, by }: Actor,
  refund: NewRefund,
): Promise<StartedRefund> {
  const { paymentId, amount, reason } = refund
  const requestKey = refund.requestKey === undefined ? newId() : `${paymentId} ${refund.requestKey}`
  return db.transaction(async (tx) => {
    const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
    const before = await lockPayment(tx, { organizationId, paymentId })
    const { invoiceNumber } = before
    const earlier = await findAttemptOfRequest(tx, { organizationId, invoiceNumber, kind: 'refund', requestKey })
    if (earlier !== undefined) return { payment: before, attempt: sameRefund(earlier, refund) }
    const disputes = await findDisputes(tx, { organizationId, paymentIds: [paymentId] })
    const left = refundableOf(before, disputes)
    refuseOtherCurrency(refund, left)
    const asked = amount === undefined ? left : amountIn(left.currency, amount)
    refuse(before, { asked, left, clawbacks: clawbacksOf(before, disputes) })
    assert(charge !== undefined, 'A payment through a processor has its charge.')
    const { attempt } = await startFollowUp(tx, {
      ...{ of: charge, kind: 'refund', requestKey, amount: asked, note: reason, at: deps.clock.now() },
    })
    const payment = { ...before, refunded: plus(before.refunded, asked) }
    const audit = paymentAudit(deps, {
      ...{ by, action: 'payment.refund-requested', payment: attempt, details: { transactionId: attempt.attemptId } },
    })
    await writeTogether(tx, [paymentUpdate(payment), ...audit])
    return { payment, attempt }
  })
}

/** The refund of an earlier request with the same key; a refusal if that asked for something else. */
function sameRefund(earlier: Attempt, { amount, reason }: NewRefund): Attempt {
  const isSameAmount =
    amount === undefined || compareMoney(amountIn(earlier.amount.currency, amount), earlier.amount) === 0
  if (isSameAmount && reason === earlier.note) return earlier
  throw new AppError('conflict', 'KEY_REUSED', 'The key belongs to a refund with another amount or reason.')
}

function refuseOtherCurrency({ currency }: NewRefund, { currency: own }: Money): void {
  if (currency === undefined || currency === own) return
  refuseContent([invalid('currency', `must be ${own}, the currency of the payment`)])
}

type Question = { readonly asked: Money; readonly left: Money; readonly clawbacks: readonly Dispute[] }

function refuse({ origin, status }: Payment, { asked, left, clawbacks }: Question): void {
  if (origin === 'external') {
    throw actionNotAllowed('A payment that was received elsewhere is refunded there, or reversed here.')
  }
  if (status !== 'COMPLETED') throw actionNotAllowed('Only a completed payment can be refunded.')
  const [first, ...others] = clawbacks.map(inWords)
  const because = first === undefined ? '' : [first, ...others].join(' and ')
  if (left.minor === 0n) {
    throw actionNotAllowed(
      first === undefined
        ? 'The payment is already refunded in full.'
        : `Nothing is left to refund: ${because}. If a dispute is won, its amount can be refunded.`,
    )
  }
  if (compareMoney(asked, left) > 0) {
    const most = `${written(left)} that can still be refunded`
    refuseContent([invalid('amount', `exceeds the ${most}${first === undefined ? '' : ` (${because})`}`)])
  }
}

/** How the money left the merchant. */
function inWords({ kind, amount }: Dispute): string {
  return kind === 'chargeback'
    ? `a chargeback took ${written(amount)} back`
    : `the payer’s bank returned ${written(amount)}`
}

function written(amount: Money): string {
  return `${formatMoney(amount)} ${amount.currency}`
}
