import type { Money } from '../../kernel/money.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import type { Attempt } from '../model/attempt.ts'
import { nextLookupAt, RESOLVE_ATTEMPT } from './attempt-jobs.ts'
import { getAttemptOfRequest, insertAttempt } from './attempt-store.ts'
import { newRequestId } from './request-id.ts'
import type { StartedCharge } from './start-charge.ts'

type NewFollowUp = {
  /** The charge that it is about. */
  readonly of: Attempt
  readonly kind: 'capture' | 'reverse' | 'refund'
  /** The same for every repetition of one request. */
  readonly requestKey: string
  readonly amount: Money
  readonly note?: string | undefined
  readonly at: Temporal.Instant
}

/**
 * Records in the caller's transaction that a charge is to be captured, reversed or refunded. The caller may carry it out
 * after the commit; a job does so otherwise.
 */
export async function startFollowUp(tx: Tx, followUp: NewFollowUp): Promise<StartedCharge> {
  const { at } = followUp
  const attempt = followUpOf(followUp)
  const { organizationId, attemptId } = attempt
  if (await insertAttempt(tx, attempt)) {
    await schedule(tx, { organizationId, kind: RESOLVE_ATTEMPT, subject: attemptId, dueAt: nextLookupAt(at, at) })
    return { attempt, isNew: true }
  }
  return { attempt: await getAttemptOfRequest(tx, attempt), isNew: false }
}

/** A follow-up that begins now. */
export function followUpOf({ of, at, note, ...asked }: NewFollowUp): Attempt {
  return {
    ...of,
    ...asked,
    attemptId: newRequestId(at),
    status: 'started',
    isReserved: false,
    declineReason: undefined,
    facts: undefined,
    challengeUrl: undefined,
    note,
    payer: {},
    createdAt: at,
    changedAt: at,
  }
}
