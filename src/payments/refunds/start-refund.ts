import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { compareMoney, formatMoney, type Money, minus, plus } from '../../kernel/money.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { lockAttempt } from '../attempts/attempt-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { lockPayment, type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { startFollowUp } from '../attempts/start-follow-up.ts'
import { amountIn } from '../http/read-amount.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'

export type NewRefund = {
  readonly paymentId: string
  /** Undefined for all that is left. */
  readonly amount: Decimal | undefined
  readonly reason: string | undefined
}

export type StartedRefund = { readonly payment: Payment; readonly attempt: Attempt }

/** Records a refund and sets its amount aside, so that refunds never exceed the payment; it is carried out afterwards. */
export async function startRefund(
  deps: Pick<PaymentDeps, 'clock' | 'machineClock'>,
  db: Transactions,
  { organizationId, by }: Actor,
  { paymentId, amount, reason }: NewRefund,
): Promise<StartedRefund> {
  return db.transaction(async (tx) => {
    const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
    const before = await lockPayment(tx, { organizationId, paymentId })
    const left = minus(before.amount, before.refunded)
    const asked = amount === undefined ? left : amountIn(left.currency, amount)
    refuse(before, asked, left)
    assert(charge !== undefined, 'A payment through a processor has its charge.')
    const { attempt } = await startFollowUp(tx, {
      ...{ of: charge, kind: 'refund', requestKey: newId(), amount: asked, note: reason, at: deps.clock.now() },
    })
    const payment = { ...before, refunded: plus(before.refunded, asked) }
    const audit = paymentAudit(deps, {
      ...{ by, action: 'payment.refund-requested', payment: attempt, details: { transactionId: attempt.attemptId } },
    })
    await writeTogether(tx, [paymentUpdate(payment), ...audit])
    return { payment, attempt }
  })
}

function refuse({ origin, status }: Payment, amount: Money, left: Money): void {
  if (origin === 'external') {
    throw actionNotAllowed('A payment that was received elsewhere is refunded there, or reversed here.')
  }
  if (status !== 'COMPLETED') throw actionNotAllowed('Only a completed payment can be refunded.')
  if (left.minor === 0n) throw actionNotAllowed('The payment is already refunded in full.')
  if (compareMoney(amount, left) > 0) {
    const most = `${formatMoney(left)} ${left.currency}`
    refuseContent([invalid('amount', `exceeds the ${most} that can still be refunded`)])
  }
}
