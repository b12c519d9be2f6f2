import { type Money, minus, zero } from '../../../kernel/money.ts'
import type { BookedCall } from './sandbox-store.ts'

/** Kinds of calls and events that give back what was charged. */
const GIVES_BACK: ReadonlySet<BookedCall['kind']> = new Set(['refund', 'chargeback', 'bankReturn'])

/** What was charged and not yet given back; undefined if nothing was charged. */
export function leftOfCharge(charge: BookedCall | undefined, earlier: readonly BookedCall[]): Money | undefined {
  if (charge?.amount === undefined || has(earlier, 'reverse')) return undefined
  const isCharged = charge.outcome.status === 'approved' || has(earlier, 'capture')
  if (!isCharged) return undefined
  const given = earlier.filter(({ kind, outcome }) => GIVES_BACK.has(kind) && outcome.status === 'approved')
  return given.reduce((left, { amount }) => minus(left, amount ?? zero(left.currency)), charge.amount)
}

/** Whether such a call was carried out. */
export function has(calls: readonly BookedCall[], kind: BookedCall['kind']): boolean {
  return calls.some((call) => call.kind === kind && call.outcome.status === 'approved')
}
