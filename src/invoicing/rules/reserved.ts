// pure

import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Money, minus, plus } from '../../kernel/money.ts'
import { type Change, changedQuietly, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { type AmountRefusal, checkPayerAmount, type Owed, owedOn, refusalSentence, unavailability } from './payable.ts'
import { linkEndsAt } from './payment-link.ts'

type Reservation = { readonly at: Temporal.Instant; readonly amount: Money }

/** Reserves the amount for an attempt to pay, so that no two attempts pay the same. */
export function reserved(before: Invoice, { at, amount }: Reservation): Change {
  const move = moveOf('reserve', before)
  refuseEndedLink(before, at)
  const owed = owedOn(before)
  const check = checkPayerAmount(owed, amount)
  if (check.outcome === 'refused') throw new AmountNotPayable(owed, check.refusal)
  return moved(before, move, { at }, { reserved: plus(before.reserved, amount) })
}

/** Releases the reservation of a failed attempt; possible in every state. */
export function released(before: Invoice, { amount }: Reservation): Change {
  const still = minus(before.reserved, amount)
  assert(amount.minor > 0n && still.minor >= 0n, 'A release does not exceed the reserved amount.')
  return changedQuietly(before, { reserved: still })
}

function refuseEndedLink(invoice: Invoice, at: Temporal.Instant): void {
  const endsAt = linkEndsAt(invoice)
  if (endsAt !== undefined && Temporal.Instant.compare(at, endsAt) >= 0) {
    throw actionNotAllowed('The payment link has expired.')
  }
}

/** An invoice may get another currency while nothing is paid or reserved; a late payment is still in the old one. */
export function refuseOtherCurrency(invoice: Invoice, amount: Money): void {
  if (amount.currency !== invoice.balance.currency) throw new AmountNotPayable(owedOn(invoice), 'wrongCurrency')
}

/** Refuses an amount that is more than the balance without reserved amounts. */
export function refuseUnavailable(invoice: Invoice, amount: Money): void {
  const owed = owedOn(invoice)
  const refusal = unavailability(owed, amount)
  if (refusal !== undefined) throw new AmountNotPayable(owed, refusal)
}

/** Refuses the amount of a payment; a payment page says in the payer's language why. */
class AmountNotPayable extends AppError {
  readonly refusal: AmountRefusal

  constructor(owed: Owed, refusal: AmountRefusal) {
    const { kind, code, message, details } = actionNotAllowed(refusalSentence(owed, refusal), ['amount'])
    super(kind, code, message, details)
    this.refusal = refusal
  }
}
