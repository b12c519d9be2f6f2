// pure
import { assert } from '../../kernel/assert.ts'
import type { Money } from '../../kernel/money.ts'
import type { DeclineReason, MethodName, Outcome, ProcessorFacts } from '../port/port.ts'

const ATTEMPT_KINDS = ['charge', 'capture', 'reverse', 'refund'] as const
export type AttemptKind = (typeof ATTEMPT_KINDS)[number]

export const ATTEMPT_STATUSES = [
  /** The call may be on its way. */
  'started',
  /** The payer has to do something: a challenge, or the processor's own page. */
  'waiting',
  /** The payer did not return in time, so the amount is not reserved any more; a late outcome is still recorded. */
  'lapsed',
  /** The processor's answer was lost, and is being asked for. */
  'unknown',
  /** The processor has accepted the call and decides later. */
  'pending',
  /** Authorized; the merchant decides. */
  'review',
  'approved',
  'declined',
  /** The merchant rejected it after a review; the authorized amount is given back. */
  'rejected',
  /** Charged, although the invoice takes no more; it is being reversed. */
  'excess',
] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

/** The address that goods are sent to. */
export type ShippingAddress = {
  readonly name: string
  readonly companyName?: string | undefined
  readonly address1: string
  readonly address2?: string | undefined
  readonly city: string
  readonly state?: string | undefined
  readonly zip?: string | undefined
  /** Two letters. */
  readonly country: string
}

/** A custom field's value at the time of the payment, with its definition at that time. */
export type CustomFieldEntry = {
  readonly definitionId: number
  readonly label: string
  readonly value: string
  /** Which of the numbered merchant data fields of a record carries it. */
  readonly dataIndex: number | undefined
}

/** The customer of an invoice, as far as two invoices can be compared. */
export type ConsentingCustomer = {
  readonly email?: string | undefined
  readonly merchantCustomerId?: string | undefined
}

/** When and to which wording the payer agreed to have the account stored. */
type Consent = {
  readonly at: string
  readonly wording: string
  readonly language: string
  /** The network address from which it was given. */
  readonly address?: string
  /** The customer of the invoice that was paid, at that time: only this customer's invoices may be charged later. */
  readonly customer: ConsentingCustomer
}

/** The payer's details, without the means of payment. */
export type Payer = {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly shipTo?: ShippingAddress | undefined
  readonly customFields?: readonly CustomFieldEntry[]
  readonly consent?: Consent | undefined
}

export type Attempt = {
  readonly organizationId: string
  readonly attemptId: string
  readonly kind: AttemptKind
  readonly paymentId: string
  readonly invoiceNumber: string
  readonly requestKey: string
  readonly status: AttemptStatus
  readonly isReserved: boolean
  readonly processor: string
  /** The processor's account. */
  readonly account: string
  /** `hosted` until the processor has said what the payer chose. */
  readonly method: MethodName
  /** Whether the payer pays on the processor's own page. */
  readonly isHosted: boolean
  /** The token that the merchant charged; undefined if a payer paid. */
  readonly tokenId: string | undefined
  readonly amount: Money
  readonly declineReason: DeclineReason | undefined
  /** Its `storedCredential` is encrypted. */
  readonly facts: ProcessorFacts | undefined
  readonly challengeUrl: string | undefined
  /** The reason of a refund, or the comment of a reviewer. */
  readonly note: string | undefined
  readonly payer: Payer
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

/** A change of an attempt: an answer of its processor, or something that follows from it. */
type Move =
  | Outcome['status']
  /** The payer did not return in time. */
  | 'lapse'
  /** The merchant accepts or rejects a payment under review. */
  | 'accept'
  | 'reject'
  /** The invoice takes no more. */
  | 'exceed'
  /** The authorized amount can no longer be captured. */
  | 'expire'
  /** A refund that had been approved failed later. */
  | 'fail'

/** Every answer counts until the outcome is known. */
const ANSWERS = {
  approved: 'approved',
  declined: 'declined',
  review: 'review',
  challenge: 'waiting',
  pending: 'pending',
  unknown: 'unknown',
} as const

const MOVES: Readonly<Record<AttemptStatus, Readonly<Partial<Record<Move, AttemptStatus>>>>> = {
  started: ANSWERS,
  waiting: { ...ANSWERS, lapse: 'lapsed' },
  lapsed: ANSWERS,
  unknown: ANSWERS,
  pending: ANSWERS,
  review: { accept: 'approved', reject: 'rejected', exceed: 'excess', expire: 'declined' },
  approved: { exceed: 'excess', fail: 'declined' },
  declined: {},
  rejected: {},
  excess: {},
}

/** The attempt after a move, which must be legal. */
export function moved(before: Attempt, move: Move, changes: Partial<Attempt>): Attempt {
  const status = MOVES[before.status][move]
  assert(status !== undefined, `No ${move} of a ${before.status} attempt.`)
  return { ...before, status, ...changes }
}

/** The processor's outcome is not known yet, so another answer may change the attempt. */
export function isOpen({ status }: Pick<Attempt, 'status'>): boolean {
  return MOVES[status].unknown !== undefined
}

/** The payer has to return from a challenge or from the processor's page, if only late. */
export function isWithPayer({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'waiting' || status === 'lapsed'
}

type Answer = {
  readonly at: Temporal.Instant
  /** The processor's reference for later charges, encrypted; an attempt never holds the reference itself. */
  readonly sealedCredential?: string | undefined
}

/** The attempt after the processor's answer. */
export function answered(before: Attempt, outcome: Outcome, { at, sealedCredential }: Answer): Attempt {
  const facts = 'facts' in outcome ? outcome.facts : undefined
  const after = moved(before, outcome.status, {
    declineReason: outcome.status === 'declined' ? outcome.reason : undefined,
    method: facts?.method ?? before.method,
    facts: facts === undefined ? before.facts : { ...facts, storedCredential: sealedCredential },
    challengeUrl: outcome.status === 'challenge' ? outcome.challenge.url : undefined,
    changedAt: at,
  })
  // A payer who is late for a challenge may repeat it, but has lost the reservation.
  return after.status === 'waiting' && !before.isReserved ? { ...after, status: 'lapsed' } : after
}

/** The payer did not return in time. */
export function lapsed(before: Attempt, { at }: { readonly at: Temporal.Instant }): Attempt {
  return moved(before, 'lapse', { isReserved: false, changedAt: at })
}
