import { reserveAmount } from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Money } from '../../kernel/money.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Attempt, Payer } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Method } from '../processors/port.ts'
import { getAttemptOfRequest, insertAttempt } from './attempt-store.ts'
import { newRequestId } from './request-id.ts'

export type NewCharge = {
  readonly invoiceNumber: string
  /** The same when the payer clicks twice, reloads or goes back. */
  readonly requestKey: string
  readonly amount: Money
  readonly method: Method
  readonly payer: Payer
}

export type StartedCharge = {
  readonly attempt: Attempt
  /** False for a repetition of a request whose attempt exists already; the processor must not be called. */
  readonly isNew: boolean
}

/** Reserves the amount and records the attempt, before the processor is called. */
export async function startCharge(deps: PaymentDeps, actor: Actor, charge: NewCharge): Promise<StartedCharge> {
  return deps.database.transaction(async (tx) => {
    const attempt = newAttempt(deps, actor, charge)
    // Inserted first: a repetition waits here for the original, and does not see its reservation.
    if (!(await insertAttempt(tx, attempt))) return { attempt: await getAttemptOfRequest(tx, attempt), isNew: false }
    await refuseSuspended(tx, actor)
    await reserveAmount(tx, deps, actor, { invoiceNumber: charge.invoiceNumber, amount: charge.amount })
    return { attempt, isNew: true }
  })
}

async function refuseSuspended(tx: Tx, { organizationId }: Actor): Promise<void> {
  const { suspendedBy } = await getOrganization(tx, organizationId)
  if (suspendedBy === undefined) return
  throw new AppError('forbidden', 'ORGANIZATION_SUSPENDED', 'The merchant does not accept payments at the moment.')
}

function newAttempt({ clock, processor }: PaymentDeps, { organizationId }: Actor, charge: NewCharge): Attempt {
  const at = clock.now()
  const attemptId = newRequestId(at)
  return {
    ...charge,
    organizationId,
    attemptId,
    kind: 'charge',
    paymentId: attemptId,
    status: 'started',
    isReserved: true,
    processor: processor.name,
    declineReason: undefined,
    facts: undefined,
    challengeUrl: undefined,
    note: undefined,
    createdAt: at,
    changedAt: at,
  }
}
