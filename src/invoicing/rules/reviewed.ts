// pure
import { type Money, minus, plus } from '../../kernel/money.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { withoutReservation } from './paid.ts'
import { refuseUnavailable } from './reserved.ts'

type Review = { readonly at: Temporal.Instant; readonly amount: Money }
/** `late`: the payment was authorized after its reservation had ended, so the amount is reserved now. */
type Hold = Review & { readonly origin: 'reserved' | 'late' }

/** Holds the invoice for a fraud review; the amount stays reserved until the merchant decides. */
export function held(before: Invoice, { at, amount, origin }: Hold): Change {
  const move = moveOf('holdForReview', before)
  const openReviews = before.openReviews + 1
  if (origin === 'late') {
    refuseUnavailable(before, amount)
    return moved(before, move, { at }, { openReviews, reserved: plus(before.reserved, amount) })
  }
  // Asserts that the amount is reserved.
  withoutReservation(before, amount)
  return moved(before, move, { at }, { openReviews })
}

/** The merchant accepts the payment. */
export function accepted(
  before: Invoice,
  { at, amount, transactionId }: Review & { readonly transactionId: string },
): Change {
  const balance = minus(before.balance, amount)
  const move = moveOf('acceptReview', before, { leavesBalance: balance.minor > 0n })
  const reserved = withoutReservation(before, amount)
  const openReviews = before.openReviews - 1
  return moved(before, move, { at, transaction: { transactionId, amount } }, { balance, reserved, openReviews })
}

/** The merchant rejects the payment; its reserved amount can be paid again. */
export function rejected(before: Invoice, { at, amount }: Review): Change {
  const move = moveOf('rejectReview', before)
  const openReviews = before.openReviews - 1
  return moved(before, move, { at }, { reserved: withoutReservation(before, amount), openReviews })
}
