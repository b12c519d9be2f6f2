/**
 * A small ledger of one invoice's payments, written from the specification and not from the product's own tables.
 * Amounts are whole cents.
 */

export type LedgerCharge = {
  readonly amount: number
  readonly state: /** The payer is asked to confirm. `lapsed`: for too long, so that nothing is reserved any more. */
    | 'waiting'
    | 'lapsed'
    /** As lapsed, and the processor has ended it. */
    | 'abandoned'
    /** The answer was lost; the processor has charged, or it never got the call. */
    | 'lost-charged'
    | 'lost-absent'
    | 'review'
    /** A decision whose answer was lost. */
    | 'accepting'
    | 'rejecting'
    | 'paid'
    | 'declined'
    | 'rejected'
    /** Charged although the invoice did not take it; to be given back, and given back. */
    | 'excess'
    | 'returned'
  readonly refunded: number
  /** Part of `refunded` whose answer was lost. */
  readonly refundsLost: readonly number[]
  /** Refunds of ours that are completed. */
  readonly refundsDone: readonly number[]
}

export type Ledger = {
  readonly total: number
  readonly isCanceled: boolean
  readonly charges: readonly LedgerCharge[]
  readonly external: readonly { readonly amount: number; readonly isReversed: boolean }[]
}

export type Answer = 'given' | 'refused' | 'lost'
export type Step =
  | { readonly kind: 'pay'; readonly share: number; readonly how: 'approve' | 'decline' | 'review' | 'challenge' }
  | { readonly kind: 'pay'; readonly share: number; readonly how: 'lost-charged' | 'lost-absent' }
  /** The same form again. */
  | { readonly kind: 'repeat'; readonly which: number }
  | { readonly kind: 'return'; readonly which: number; readonly result: 'passed' | 'failed' | 'too early' }
  /** The processor ends the challenge, only says so, or its answer is lost. */
  | { readonly kind: 'lapse'; readonly which: number; readonly ending: 'done' | 'claimed' | 'lost' }
  | { readonly kind: 'accept' | 'reject'; readonly which: number; readonly answer: Answer }
  | { readonly kind: 'refund'; readonly which: number; readonly share: number; readonly answer: Answer }
  /** In the processor's dashboard, say. */
  | { readonly kind: 'refundElsewhere'; readonly which: number; readonly share: number }
  /** The last refund of ours that was completed fails at the processor. */
  | { readonly kind: 'failRefund'; readonly which: number }
  /** The authorization ends, by its deadline or elsewhere. */
  | { readonly kind: 'expire'; readonly which: number }
  /** Looks up every lost answer, and gives back every excess. */
  | { readonly kind: 'resolve' }
  | { readonly kind: 'receive'; readonly share: number }
  | { readonly kind: 'reverse'; readonly which: number }
  | { readonly kind: 'cancel' }

export function newLedger(total: number): Ledger {
  return { total, isCanceled: false, charges: [], external: [] }
}

const RESERVED = new Set(['waiting', 'lost-charged', 'lost-absent', 'review', 'accepting', 'rejecting'])
const UNDER_REVIEW = new Set(['review', 'accepting', 'rejecting'])

export function balanceOf({ total, charges, external }: Ledger): number {
  const paid = charges.filter(({ state }) => state === 'paid').map(({ amount }) => amount)
  const received = external.filter(({ isReversed }) => !isReversed).map(({ amount }) => amount)
  return total - sum(paid) - sum(received)
}

export function reservedOf({ charges }: Ledger): number {
  return sum(charges.filter(({ state }) => RESERVED.has(state)).map(({ amount }) => amount))
}

export function statusOf(ledger: Ledger): string {
  if (ledger.isCanceled) return 'CANCELED'
  if (ledger.charges.some(({ state }) => UNDER_REVIEW.has(state))) return 'PENDING'
  const balance = balanceOf(ledger)
  if (balance === 0) return 'PAID'
  return balance < ledger.total ? 'PARTIAL' : 'SENT'
}

/** The amount charged and not given back. A capture or refund whose answer was lost was carried out. */
export function chargedOf({ charges }: Ledger): number {
  const isCharged = new Set(['paid', 'lost-charged', 'accepting', 'excess'])
  return sum(charges.filter(({ state }) => isCharged.has(state)).map(({ amount, refunded }) => amount - refunded))
}

/** The amount of a share of the free balance, in percent; more than 100 exceeds it. */
export function shareOf(free: number, share: number): number {
  return Math.ceil((free * share) / 100)
}

export function freeOf(ledger: Ledger): number {
  return balanceOf(ledger) - reservedOf(ledger)
}

/** The charges that a step may be about, by their place in the ledger. */
export function subjectsOf(ledger: Ledger, step: Step): readonly number[] {
  const about: Partial<Record<Step['kind'], ReadonlySet<string>>> = {
    return: new Set(['waiting', 'lapsed', 'abandoned']),
    lapse: new Set(['waiting']),
    accept: UNDER_REVIEW,
    reject: UNDER_REVIEW,
    refund: new Set(['paid']),
    refundElsewhere: new Set(['paid']),
    failRefund: new Set(['paid']),
    expire: UNDER_REVIEW,
  }
  const states = about[step.kind]
  if (step.kind === 'failRefund') return placesOf(ledger, ({ refundsDone }) => refundsDone.length > 0)
  if (step.kind === 'refundElsewhere')
    return placesOf(ledger, ({ state, ...one }) => state === 'paid' && leftOf(one) > 0)
  if (step.kind === 'reverse') return ledger.external.map((_, index) => index)
  return ledger.charges.flatMap(({ state }, index) => ((states?.has(state) ?? step.kind === 'repeat') ? [index] : []))
}

function placesOf(ledger: Ledger, fits: (charge: LedgerCharge) => boolean): readonly number[] {
  return ledger.charges.flatMap((charge, index) => (fits(charge) ? [index] : []))
}

/** The amount that can still be refunded. */
export function leftOf({ amount, refunded }: Pick<LedgerCharge, 'amount' | 'refunded'>): number {
  return amount - refunded
}

/** The ledger after the step; undefined where it is refused. */
export function afterStep(ledger: Ledger, step: Step): Ledger | undefined {
  switch (step.kind) {
    case 'pay':
      return afterPay(ledger, step)
    case 'receive': {
      const amount = shareOf(freeOf(ledger), step.share)
      return isPayable(ledger, amount)
        ? { ...ledger, external: [...ledger.external, { amount, isReversed: false }] }
        : undefined
    }
    case 'cancel':
      return statusOf(ledger) === 'SENT' && reservedOf(ledger) === 0 ? { ...ledger, isCanceled: true } : undefined
    case 'resolve':
      return { ...ledger, charges: ledger.charges.map(resolved) }
    case 'repeat':
      return ledger
    case 'reverse':
      return afterReversal(ledger, step.which)
    case 'return':
    case 'lapse':
    case 'accept':
    case 'reject':
    case 'refund':
    case 'refundElsewhere':
    case 'failRefund':
    case 'expire':
      return afterChange(ledger, step)
  }
}

function isPayable(ledger: Ledger, amount: number): boolean {
  return ['SENT', 'PARTIAL'].includes(statusOf(ledger)) && amount > 0 && amount <= freeOf(ledger)
}

const STATE_AFTER: Readonly<Record<Extract<Step, { kind: 'pay' }>['how'], LedgerCharge['state']>> = {
  ...{ approve: 'paid', decline: 'declined', review: 'review', challenge: 'waiting' },
  ...{ 'lost-charged': 'lost-charged', 'lost-absent': 'lost-absent' },
}

function afterPay(ledger: Ledger, { share, how }: Extract<Step, { kind: 'pay' }>): Ledger | undefined {
  const amount = shareOf(freeOf(ledger), share)
  if (!isPayable(ledger, amount)) return undefined
  const charge: LedgerCharge = { amount, state: STATE_AFTER[how], refunded: 0, refundsLost: [], refundsDone: [] }
  return { ...ledger, charges: [...ledger.charges, charge] }
}

function afterReversal(ledger: Ledger, which: number): Ledger | undefined {
  const { external } = ledger
  if (external[which]?.isReversed !== false) return undefined
  return { ...ledger, external: external.map((one, index) => (index === which ? { ...one, isReversed: true } : one)) }
}

type Change = Extract<
  Step,
  { kind: 'return' | 'lapse' | 'accept' | 'reject' | 'refund' | 'refundElsewhere' | 'failRefund' | 'expire' }
>

function afterChange(ledger: Ledger, step: Change): Ledger | undefined {
  const before = ledger.charges[step.which]
  const after = before && changed(ledger, before, step)
  if (after === undefined) return undefined
  return { ...ledger, charges: ledger.charges.map((charge, index) => (index === step.which ? after : charge)) }
}

const STATE_AFTER_LAPSE = { done: 'abandoned', claimed: 'lapsed', lost: 'waiting' } as const

function changed(ledger: Ledger, charge: LedgerCharge, step: Change): LedgerCharge | undefined {
  switch (step.kind) {
    case 'lapse':
      return { ...charge, state: STATE_AFTER_LAPSE[step.ending] }
    case 'return':
      return returned(ledger, charge, step.result)
    case 'accept':
    case 'reject':
      return decided(charge, step)
    case 'refund': {
      const amount = shareOf(charge.amount - charge.refunded, step.share)
      if (amount === 0 || amount > charge.amount - charge.refunded) return undefined
      if (step.answer === 'refused') return charge
      const where = step.answer === 'lost' ? 'refundsLost' : 'refundsDone'
      return { ...charge, refunded: charge.refunded + amount, [where]: [...charge[where], amount] }
    }
    case 'refundElsewhere':
      return refundedElsewhere(charge, shareOf(leftOf(charge), step.share))
    case 'failRefund': {
      const refunded = charge.refunded - (charge.refundsDone.at(-1) ?? 0)
      return { ...charge, refunded, refundsDone: charge.refundsDone.slice(0, -1) }
    }
    case 'expire':
      // A decision that is being carried out decides.
      return charge.state === 'review' ? { ...charge, state: 'declined' } : charge
  }
}

/** An excess over the rest is not recorded; while the answer to a refund of ours is missing, nothing is. */
function refundedElsewhere(charge: LedgerCharge, amount: number): LedgerCharge {
  const left = leftOf(charge)
  if (amount > left && charge.refundsLost.length > 0) return charge
  return { ...charge, refunded: charge.refunded + Math.min(amount, left) }
}

function returned(ledger: Ledger, charge: LedgerCharge, result: 'passed' | 'failed' | 'too early'): LedgerCharge {
  if (charge.state === 'abandoned') return { ...charge, state: 'declined' }
  if (result === 'too early') return charge
  if (result === 'failed') return { ...charge, state: 'declined' }
  // Late: recorded if the balance still takes it.
  const isTaken = charge.state === 'waiting' || (charge.amount <= freeOf(ledger) && !ledger.isCanceled)
  return { ...charge, state: isTaken ? 'paid' : 'excess' }
}

function decided(
  charge: LedgerCharge,
  { kind, answer }: Extract<Step, { kind: 'accept' | 'reject' }>,
): LedgerCharge | undefined {
  // While the answer to one decision is unknown, no other is taken.
  if (charge.state !== 'review') return undefined
  if (answer === 'refused') return charge
  if (answer === 'lost') return { ...charge, state: kind === 'accept' ? 'accepting' : 'rejecting' }
  return { ...charge, state: kind === 'accept' ? 'paid' : 'rejected' }
}

const STATE_RESOLVED: Partial<Record<LedgerCharge['state'], LedgerCharge['state']>> = {
  'lost-charged': 'paid',
  'lost-absent': 'declined',
  accepting: 'paid',
  rejecting: 'rejected',
  excess: 'returned',
}

function resolved(charge: LedgerCharge): LedgerCharge {
  const refundsDone = [...charge.refundsDone, ...charge.refundsLost]
  return { ...charge, state: STATE_RESOLVED[charge.state] ?? charge.state, refundsLost: [], refundsDone }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
