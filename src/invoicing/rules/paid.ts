// pure
import { assert } from '../../kernel/assert.ts'
import { compareMoney, type Money, minus } from '../../kernel/money.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { refuseUnavailable } from './reserved.ts'

/** A payment that was captured. */
export type Payment = {
  readonly at: Temporal.Instant
  readonly transactionId: string
  readonly amount: Money
  /** Whether its amount was reserved; the reservation ends with the payment. */
  readonly wasReserved: boolean
}

/** Paid in full or in part, depending on the remaining balance. */
export function paid(before: Invoice, payment: Payment): Change {
  const { at, transactionId, amount, wasReserved } = payment
  const left = minus(before.balance, amount)
  const trigger = left.minor === 0n ? 'payInFull' : 'payInPart'
  const move = moveOf(trigger, before, { wasReserved })
  if (!wasReserved) refuseUnavailable(before, amount)
  const reserved = wasReserved ? withoutReservation(before, amount) : before.reserved
  const transaction = { transactionId, amount }
  return moved(before, move, { at, transaction }, { balance: left, reserved })
}

/** The reserved amount without the reservation of this payment. */
export function withoutReservation({ reserved }: Invoice, amount: Money): Money {
  assert(
    amount.minor > 0n && compareMoney(amount, reserved) <= 0,
    'Only what was reserved is taken from the reservations.',
  )
  return minus(reserved, amount)
}
