// pure
import { assert } from '../../kernel/assert.ts'
import type { Money } from '../../kernel/money.ts'
import type { DeclineReason, Method, Outcome, ProcessorFacts } from '../port/port.ts'

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
  /** The merchant rejected it after a review; what was authorized is given back. */
  'rejected',
  /** Charged, although the invoice takes no more; it is being reversed. */
  'excess',
] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

/** Where goods are sent. */
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

/** A custom field's value at the time of the payment, with what its definition said then. */
export type CustomFieldEntry = {
  readonly definitionId: number
  readonly label: string
  readonly value: string
  /** Which of the numbered merchant data fields of a record carries it. */
  readonly dataIndex: number | undefined
}

/** When and to which wording the payer agreed to have the account stored. */
type Consent = {
  readonly at: string
  readonly wording: string
  readonly language: string
  /** The network address from which it was given. */
  readonly address?: string
}

/** What the payer entered besides the means of payment. */
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
  readonly method: Method
  readonly amount: Money
  readonly declineReason: DeclineReason | undefined
  /** Its `storedCredential` is encrypted. */
  readonly facts: ProcessorFacts | undefined
  readonly challengeUrl: string | undefined
  /** Why a refund was made, or what a reviewer said. */
  readonly note: string | undefined
  readonly payer: Payer
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

/** The processor's outcome is not known yet, so another answer may change the attempt. */
const OPEN = new Set<AttemptStatus>(['started', 'waiting', 'lapsed', 'unknown', 'pending'])

export function isOpen({ status }: Pick<Attempt, 'status'>): boolean {
  return OPEN.has(status)
}

/** The payer has to return from a challenge or from the processor's page, if only late. */
export function isWithPayer({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'waiting' || status === 'lapsed'
}

const STATUS_OF: Readonly<Record<Outcome['status'], AttemptStatus>> = {
  approved: 'approved',
  declined: 'declined',
  review: 'review',
  challenge: 'waiting',
  pending: 'pending',
  unknown: 'unknown',
}

type Answer = {
  readonly at: Temporal.Instant
  /** The processor's reference for later charges, encrypted; an attempt never holds the reference itself. */
  readonly sealedCredential?: string | undefined
}

/** The attempt after the processor's answer. */
export function answered(before: Attempt, outcome: Outcome, { at, sealedCredential }: Answer): Attempt {
  assert(isOpen(before), `The outcome of a ${before.status} attempt does not change.`)
  const facts = 'facts' in outcome ? outcome.facts : undefined
  return {
    ...before,
    // A payer who is late for a challenge may repeat it, but has lost the reservation.
    status: outcome.status === 'challenge' && !before.isReserved ? 'lapsed' : STATUS_OF[outcome.status],
    declineReason: outcome.status === 'declined' ? outcome.reason : undefined,
    facts: facts === undefined ? before.facts : { ...facts, storedCredential: sealedCredential },
    challengeUrl: outcome.status === 'challenge' ? outcome.challenge.url : undefined,
    changedAt: at,
  }
}

/** The payer did not return in time. */
export function lapsed(before: Attempt, { at }: { readonly at: Temporal.Instant }): Attempt {
  assert(before.status === 'waiting', 'Only an attempt that waits for the payer lapses.')
  return { ...before, status: 'lapsed', isReserved: false, changedAt: at }
}
