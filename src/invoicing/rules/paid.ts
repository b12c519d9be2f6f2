// pure
import { assert } from '../../kernel/assert.ts'
import { compareMoney, type Money, minus, plus } from '../../kernel/money.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { refuseOtherCurrency, refuseUnavailable } from './reserved.ts'

/**
 * The origin of a payment. `reserved`: its attempt holds a reservation, which ends with the payment. `late`:
 * the money was taken after the reservation had ended. `external`: the merchant received it elsewhere.
 */
type PaymentOrigin = 'reserved' | 'late' | 'external'

/** A payment that was captured. */
export type Payment = {
  readonly at: Temporal.Instant
  readonly transactionId: string
  readonly amount: Money
  readonly origin: PaymentOrigin
}

/** Paid in full or in part, depending on the remaining balance. */
export function paid(before: Invoice, payment: Payment): Change {
  const { at, transactionId, amount, origin } = payment
  refuseOtherCurrency(before, amount)
  const left = minus(before.balance, amount)
  const trigger = left.minor === 0n ? 'payInFull' : 'payInPart'
  const move = moveOf(trigger, before, { isTaken: origin !== 'external' })
  if (origin !== 'reserved') refuseUnavailable(before, amount)
  const reserved = origin === 'reserved' ? withoutReservation(before, amount) : before.reserved
  const transaction = { transactionId, amount }
  return moved(before, move, { at, transaction }, { balance: left, reserved })
}

/** Reverses a payment; its amount is owed again. */
export function reversed(before: Invoice, { at, amount }: Pick<Payment, 'at' | 'amount'>): Change {
  const balance = plus(before.balance, amount)
  const { total } = before.terms.amounts
  assert(amount.minor > 0n && compareMoney(balance, total) <= 0, 'A reversal does not exceed the paid amount.')
  const move = moveOf('reversePayment', before, { hasEarlierPayments: compareMoney(balance, total) < 0 })
  return moved(before, move, { at }, { balance })
}

/** The reserved amount without the reservation of this payment. */
export function withoutReservation({ reserved }: Invoice, amount: Money): Money {
  assert(
    amount.minor > 0n && compareMoney(amount, reserved) <= 0,
    'A payment does not use more than the reserved amount.',
  )
  return minus(reserved, amount)
}
