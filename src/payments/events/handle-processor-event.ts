import { getInvoice } from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { eventWrite } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { finishFollowUpWithin } from '../attempts/carry-out.ts'
import { disputeInsert } from '../attempts/dispute-store.ts'
import { finishChargeWithin } from '../attempts/finish-charge.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { newRequestId } from '../attempts/request-id.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { paymentEvent } from '../notices/payment-event.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Outcome, ProcessorEvent } from '../port/port.ts'
import { recordOfDispute } from '../records/dispute-records.ts'
import { recordWrites } from '../records/record-writes.ts'
import { insertProcessorEvent } from './event-store.ts'

/** `repeated` was handled before; `unknown` is not about a call of ours, and is left alone. */
type Handling = 'handled' | 'repeated' | 'unknown'

/** Handles something that a processor reported, once: the event is noted in the transaction of what follows from it. */
export async function handleProcessorEvent(
  deps: PaymentDeps,
  { processor, event }: { readonly processor: string; readonly event: ProcessorEvent },
): Promise<Handling> {
  return deps.database.transaction(async (tx) => {
    const { organizationId, key: attemptId, happened } = event
    const attempt = await findAttempt(tx, { organizationId, attemptId })
    if (attempt?.processor !== processor) return 'unknown'
    const receivedAt = deps.clock.now()
    if (!(await insertProcessorEvent(tx, { processor, event, receivedAt }))) return 'repeated'
    if (happened.type === 'outcome') await takeOutcome(tx, deps, attempt, happened.outcome)
    else await recordDispute(tx, deps, attempt, disputeOf(event, attempt, newRequestId(receivedAt)))
    return 'handled'
  })
}

/** The outcome of an attempt that was open; one that is decided already stays as it is. */
async function takeOutcome(tx: Tx, deps: PaymentDeps, attempt: Attempt, outcome: Outcome): Promise<void> {
  const { organizationId, kind } = attempt
  const actor: Actor = { organizationId, by: { kind: 'service' } }
  if (kind === 'charge') await finishChargeWithin(tx, deps, { actor, place: attempt, outcome })
  else await finishFollowUpWithin(tx, deps, followUpEffects[kind], { actor, attempt, outcome })
}

function disputeOf(
  { happened, eventId, at: occurredAt }: ProcessorEvent,
  attempt: Attempt,
  disputeId: string,
): Dispute {
  const { organizationId, paymentId, attemptId } = attempt
  const { amount, reasonCode, type } = happened as Exclude<ProcessorEvent['happened'], { type: 'outcome' }>
  const kind = type === 'chargeback' ? 'chargeback' : 'return'
  return { organizationId, disputeId, kind, paymentId, attemptId, amount, reasonCode, eventId, occurredAt }
}

const NAMES = {
  chargeback: { event: 'disputed', alert: 'payment-disputed', action: 'payment.disputed' },
  return: { event: 'returned', alert: 'payment-returned', action: 'payment.returned' },
} as const

/** The invoice keeps its status: the merchant decides what to do. */
async function recordDispute(tx: Tx, deps: PaymentDeps, attempt: Attempt, dispute: Dispute): Promise<void> {
  const { organizationId, paymentId, amount, reasonCode, disputeId, occurredAt: at } = dispute
  const { event, alert, action } = NAMES[dispute.kind]
  const invoice = await getInvoice(tx, attempt)
  const { invoiceNumber } = invoice
  const more = { reasonCode, refundId: attempt.kind === 'refund' ? attempt.attemptId : undefined }
  await writeTogether(tx, [
    disputeInsert(dispute),
    ...recordWrites(organizationId, [recordOfDispute({ invoice, attempt, dispute })]),
    eventWrite(paymentEvent(event, { invoice, charge: attempt, at, amount, more })),
    raiseAlert(deps, { kind: alert, organizationId, paymentId, invoiceNumber, amount, raisedAt: deps.clock.now() }),
    ...paymentAudit(deps, {
      ...{ by: { kind: 'service' }, action, payment: { organizationId, paymentId, invoiceNumber, amount } },
      details: { transactionId: disputeId },
    }),
  ])
}
