// pure

import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { assert } from '../../kernel/assert.ts'
import { compareMoney, formatMoney, type Money, minus, plus } from '../../kernel/money.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { linkEndsAt } from './payment-link.ts'

type Reservation = { readonly at: Temporal.Instant; readonly amount: Money }

/** Reserves the amount for an attempt to pay, so that no two attempts pay the same. */
export function reserved(before: Invoice, { at, amount }: Reservation): Change {
  const move = moveOf('reserve', before)
  refuseEndedLink(before, at)
  refuseUnavailable(before, amount)
  if (compareMoney(amount, availableOf(before)) < 0) refusePart(before, amount)
  return moved(before, move, { at }, { reserved: plus(before.reserved, amount) })
}

/** Releases the reservation of a failed attempt; possible in every state. */
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

function refuseEndedLink(invoice: Invoice, at: Temporal.Instant): void {
  const endsAt = linkEndsAt(invoice)
  if (endsAt !== undefined && Temporal.Instant.compare(at, endsAt) >= 0) {
    throw actionNotAllowed('The payment link has expired.')
  }
}

/** An invoice may get another currency while nothing is paid or reserved; a late payment is still in the old one. */
export function refuseOtherCurrency({ balance: { currency } }: Invoice, amount: Money): void {
  if (amount.currency !== currency) throw actionNotAllowed(`The invoice must be paid in ${currency}.`)
}

/** Refuses an amount that is more than the balance without reserved amounts. */
export function refuseUnavailable(invoice: Invoice, amount: Money): void {
  refuseOtherCurrency(invoice, amount)
  const available = availableOf(invoice)
  if (amount.minor <= 0n) throw actionNotAllowed('The amount of a payment must be positive.')
  if (compareMoney(amount, available) > 0) {
    const most = `${formatMoney(available)} ${available.currency}`
    throw actionNotAllowed(`The payment exceeds the ${most} that can still be paid.`)
  }
}

/** What a new attempt can pay: the balance without reserved amounts. */
function availableOf({ balance, reserved: taken }: Invoice): Money {
  return minus(balance, taken)
}

/** The minimum may be more than is left to pay; then only all of it can be paid. */
function refusePart(invoice: Invoice, amount: Money): void {
  const { canPayPartially, amounts } = invoice.terms
  if (!canPayPartially) throw actionNotAllowed('The invoice does not allow partial payments.')
  if (amounts.minimumPartial === undefined) return
  const available = availableOf(invoice)
  const least = compareMoney(amounts.minimumPartial, available) > 0 ? available : amounts.minimumPartial
  if (compareMoney(amount, least) >= 0) return
  throw actionNotAllowed(`A partial payment must be at least ${formatMoney(least)} ${least.currency}.`)
}
