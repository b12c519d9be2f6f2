// pure
import { compareMoney, formatMoney, type Money, minus } from '../../kernel/money.ts'
import { defaultMinimumOf } from './default-minimum.ts'
import type { Invoice } from './invoice.ts'

/** The facts that decide which amounts can be paid. */
export type Owed = {
  readonly balance: Money
  /** The part of the balance that attempts to pay have reserved. */
  readonly reserved: Money
  readonly canPayPartially: boolean
  /** The smallest installment; 0 if any part may be paid. */
  readonly minimumPartial: Money
}

/** The amounts that a payer can pay at this moment. */
export type Payable =
  /** Nothing is owed. */
  | { readonly kind: 'nothing' }
  /** Other attempts to pay hold the whole balance. */
  | { readonly kind: 'held' }
  | { readonly kind: 'exactly'; readonly amount: Money }
  | { readonly kind: 'between'; readonly least: Money; readonly most: Money }

/** Why an amount cannot be paid. */
export type AmountRefusal =
  | 'wrongCurrency'
  | 'notPositive'
  | 'nothingToPay'
  | 'held'
  | 'aboveAvailable'
  | 'partNotAllowed'
  | 'belowMinimum'

export type AmountCheck =
  | { readonly outcome: 'refused'; readonly refusal: AmountRefusal }
  /** `restBelowMinimum` is the rest if it is less than an installment; it can then be paid only in full. */
  | { readonly outcome: 'payable'; readonly restBelowMinimum: Money | undefined }

/** The invoice's own minimum counts, also if it is less than the default one of its currency. */
export function owedOn({ balance, reserved, terms }: Invoice): Owed {
  const { canPayPartially, amounts } = terms
  const minimumPartial = amounts.minimumPartial ?? defaultMinimumOf(balance.currency)
  return { balance, reserved, canPayPartially, minimumPartial }
}

/** The amounts that a payer can pay at this moment. A balance below the minimum can be paid exactly. */
export function payableOf(owed: Owed): Payable {
  const most = availableOf(owed)
  if (owed.balance.minor <= 0n) return { kind: 'nothing' }
  if (most.minor <= 0n) return { kind: 'held' }
  const least = leastOf(owed)
  return compareMoney(least, most) < 0 ? { kind: 'between', least, most } : { kind: 'exactly', amount: most }
}

/** Whether a payer can pay the amount at this moment, and what to tell them before they do. */
export function checkPayerAmount(owed: Owed, amount: Money): AmountCheck {
  const unavailable = unavailability(owed, amount)
  if (unavailable !== undefined) return { outcome: 'refused', refusal: unavailable }
  const rest = minus(availableOf(owed), amount)
  if (rest.minor > 0n && !owed.canPayPartially) return { outcome: 'refused', refusal: 'partNotAllowed' }
  if (compareMoney(amount, leastOf(owed)) < 0) return { outcome: 'refused', refusal: 'belowMinimum' }
  const isSmall = rest.minor > 0n && compareMoney(rest, owed.minimumPartial) < 0
  return { outcome: 'payable', restBelowMinimum: isSmall ? rest : undefined }
}

/** Why the amount cannot be taken from the balance without reserved amounts; external payments keep to this rule too. */
export function unavailability(owed: Pick<Owed, 'balance' | 'reserved'>, amount: Money): AmountRefusal | undefined {
  const available = availableOf(owed)
  if (amount.currency !== available.currency) return 'wrongCurrency'
  if (amount.minor <= 0n) return 'notPositive'
  if (compareMoney(amount, available) <= 0) return undefined
  if (owed.balance.minor <= 0n) return 'nothingToPay'
  return available.minor <= 0n ? 'held' : 'aboveAvailable'
}

/** The message about an amount that cannot be paid. */
export function refusalSentence(owed: Owed, refusal: AmountRefusal): string {
  const { currency } = owed.balance
  switch (refusal) {
    case 'wrongCurrency':
      return `The invoice must be paid in ${currency}.`
    case 'notPositive':
      return 'The amount of a payment must be positive.'
    case 'nothingToPay':
      return 'Nothing is owed on the invoice.'
    case 'held':
      return 'Another payment that is on its way holds the whole balance.'
    case 'aboveAvailable':
      return `The payment exceeds the ${formatMoney(availableOf(owed))} ${currency} that can still be paid.`
    case 'partNotAllowed':
      return 'The invoice does not allow partial payments.'
    case 'belowMinimum':
      return `A partial payment must be at least ${formatMoney(leastOf(owed))} ${currency}.`
  }
}

/** The balance without reserved amounts. */
function availableOf({ balance, reserved }: Pick<Owed, 'balance' | 'reserved'>): Money {
  return minus(balance, reserved)
}

/** The smallest payable amount: the minimum, or all that is available if that is less or no part may be paid. */
function leastOf(owed: Owed): Money {
  const available = availableOf(owed)
  if (!owed.canPayPartially) return available
  const { minimumPartial } = owed
  const least = minimumPartial.minor > 0n ? minimumPartial : smallest(available)
  return compareMoney(least, available) > 0 ? available : least
}

function smallest({ currency }: Money): Money {
  return { minor: 1n, currency }
}
