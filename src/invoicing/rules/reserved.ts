// pure
import { assert } from '../../kernel/assert.ts'
import { compareMoney, formatMoney, type Money, minus, plus } from '../../kernel/money.ts'
import { actionNotAllowed } from '../reading/action-not-allowed.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'

type Reservation = { readonly at: Temporal.Instant; readonly amount: Money }

/** With the amount kept for an attempt to pay, so that no two attempts pay the same. */
export function reserved(before: Invoice, { at, amount }: Reservation): Change {
  const move = moveOf('reserve', before)
  refuseUnavailable(before, amount)
  if (compareMoney(amount, availableOf(before)) < 0) refusePart(before, amount)
  return moved(before, move, { at }, { reserved: plus(before.reserved, amount) })
}

/** Without a reservation whose attempt came to nothing; possible in every state. */
export function released(before: Invoice, { amount }: Reservation): Change {
  const still = minus(before.reserved, amount)
  assert(amount.minor > 0n && still.minor >= 0n, 'Only what was reserved is released.')
  return {
    before,
    after: { ...before, version: before.version + 1, reserved: still },
    history: [],
    event: undefined,
    mail: undefined,
  }
}

/** Refuses an amount that cannot be paid now, because nobody owes it or others are about to pay it. */
export function refuseUnavailable(invoice: Invoice, amount: Money): void {
  const available = availableOf(invoice)
  if (amount.currency !== available.currency) {
    throw actionNotAllowed(`The invoice is paid in ${available.currency}.`)
  }
  if (amount.minor <= 0n) throw actionNotAllowed('A payment must be more than nothing.')
  if (compareMoney(amount, available) > 0) {
    const most = `${formatMoney(available)} ${available.currency}`
    throw actionNotAllowed(`The payment is more than the ${most} that can still be paid.`)
  }
}

/** What a new attempt to pay may take: the balance without what others are about to pay. */
function availableOf({ balance, reserved: taken }: Invoice): Money {
  return minus(balance, taken)
}

function refusePart({ terms, balance }: Invoice, amount: Money): void {
  if (!terms.canPayPartially) {
    throw actionNotAllowed('The invoice does not allow partial payments.')
  }
  const { minimumPartial } = terms.amounts
  if (minimumPartial !== undefined && compareMoney(amount, minimumPartial) < 0) {
    const least = `${formatMoney(minimumPartial)} ${balance.currency}`
    throw actionNotAllowed(`A partial payment must be at least ${least}.`)
  }
}
