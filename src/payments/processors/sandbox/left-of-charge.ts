import { type Money, minus, plus, zero } from '../../../kernel/money.ts'
import type { BookedCall } from './sandbox-store.ts'

/** Kinds of calls and events that give a charge back; a dispute that is won takes it again. */
const GIVES_BACK: ReadonlySet<BookedCall['kind']> = new Set([
  ...(['refund', 'refundedElsewhere', 'chargeback', 'bankReturn'] as const),
])

/** The part of a charge that is not given back yet; undefined if nothing was charged. */
export function leftOfCharge(charge: BookedCall | undefined, earlier: readonly BookedCall[]): Money | undefined {
  if (charge?.amount === undefined || has(earlier, 'reverse')) return undefined
  const isCharged = charge.outcome.status === 'approved' || has(earlier, 'capture')
  if (!isCharged) return undefined
  const done = earlier.filter(({ outcome }) => outcome.status === 'approved')
  return done.reduce((left, { kind, amount = zero(left.currency) }) => {
    if (kind === 'disputeWon') return plus(left, amount)
    return GIVES_BACK.has(kind) ? minus(left, amount) : left
  }, charge.amount)
}

/** Whether such a call was carried out. */
export function has(calls: readonly BookedCall[], kind: BookedCall['kind']): boolean {
  return calls.some((call) => call.kind === kind && call.outcome.status === 'approved')
}
