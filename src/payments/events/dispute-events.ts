import { getInvoice } from '../../invoicing/index.ts'
import { eventWrite } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { disputeEndUpdate, disputeInsert, findDispute } from '../attempts/dispute-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { newRequestId } from '../attempts/request-id.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Dispute } from '../model/dispute.ts'
import { paymentEvent } from '../notices/payment-event.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProcessorEvent } from '../port/port.ts'
import { recordOfDispute, recordOfDisputeEnd } from '../records/dispute-records.ts'
import { recordWrites } from '../records/record-writes.ts'
import { findEarlyEnd, insertEarlyEnd } from './event-store.ts'

// Both get the attempt locked, so that a dispute and its end never miss each other.

type Happened<Type> = Extract<ProcessorEvent['happened'], { readonly type: Type }>
type Opened = ProcessorEvent & { readonly happened: Happened<'chargeback' | 'bankReturn'> }
type Ended = ProcessorEvent & { readonly happened: Happened<'disputeEnded'> }

const NAMES = {
  chargeback: { event: 'disputed', alert: 'payment-disputed', action: 'payment.disputed' },
  return: { event: 'returned', alert: 'payment-returned', action: 'payment.returned' },
} as const

/**
 * Records a chargeback or return, once for each reference. The invoice keeps its status: the merchant decides what to do.
 * If its end was reported before, it ends now.
 */
export async function openDispute(tx: Tx, deps: PaymentDeps, attempt: Attempt, opened: Opened): Promise<void> {
  const dispute = disputeOf(opened, attempt, newRequestId(deps.clock.now()))
  if ((await findDispute(tx, dispute)) !== undefined) return
  const { organizationId, paymentId, amount, reasonCode, reference, occurredAt: at } = dispute
  const { event, alert, action } = NAMES[dispute.kind]
  const invoice = await getInvoice(tx, attempt)
  const { invoiceNumber } = invoice
  const more = { reasonCode, refundId: refundIdOf(attempt) }
  await writeTogether(tx, [
    disputeInsert(dispute),
    ...recordWrites(organizationId, [recordOfDispute({ invoice, attempt, dispute })]),
    eventWrite(paymentEvent(event, { invoice, charge: attempt, at, amount, more })),
    raiseAlert(deps, { kind: alert, organizationId, paymentId, invoiceNumber, amount, raisedAt: deps.clock.now() }),
    ...auditOf(deps, { attempt, dispute, action }),
  ])
  const { attemptId } = attempt
  const end = await findEarlyEnd(tx, { organizationId, attemptId, ended: 'disputeEnded', reference })
  if (end !== undefined) await close(tx, deps, attempt, ended(dispute, end))
}

/** Records that the merchant won or lost a dispute. The first end counts; that of an unknown dispute waits for it. */
export async function endDispute(tx: Tx, deps: PaymentDeps, attempt: Attempt, event: Ended): Promise<void> {
  const { organizationId, happened, at } = event
  const { attemptId } = attempt
  const { reference, result } = happened
  const dispute = await findDispute(tx, { organizationId, attemptId, reference })
  const end = { result, at }
  if (dispute === undefined) {
    await insertEarlyEnd(tx, { organizationId, attemptId, ended: 'disputeEnded', reference }, end)
  } else if (dispute.status === 'open') await close(tx, deps, attempt, ended(dispute, end))
}

function disputeOf({ happened, eventId, at: occurredAt }: Opened, attempt: Attempt, disputeId: string): Dispute {
  const { organizationId, paymentId, attemptId } = attempt
  const { amount, reasonCode, reference, type } = happened
  const kind = type === 'chargeback' ? 'chargeback' : 'return'
  return {
    ...{ organizationId, disputeId, kind, paymentId, attemptId, amount, reasonCode, eventId, reference, occurredAt },
    ...{ status: 'open', endedAt: undefined },
  }
}

function ended(
  dispute: Dispute,
  { result, at }: { readonly result: string; readonly at: Temporal.Instant },
): Dispute & { readonly status: 'won' | 'lost' } {
  return { ...dispute, status: result === 'won' ? 'won' : 'lost', endedAt: at }
}

async function close(
  tx: Tx,
  deps: PaymentDeps,
  attempt: Attempt,
  dispute: Dispute & { readonly status: 'won' | 'lost' },
): Promise<void> {
  const { organizationId, amount, reasonCode, status, endedAt: at = dispute.occurredAt } = dispute
  const invoice = await getInvoice(tx, attempt)
  const more = { reasonCode, refundId: refundIdOf(attempt) }
  await writeTogether(tx, [
    disputeEndUpdate(dispute),
    ...recordWrites(organizationId, [recordOfDisputeEnd({ invoice, attempt, dispute })]),
    eventWrite(paymentEvent(`dispute-${status}`, { invoice, charge: attempt, at, amount, more })),
    ...auditOf(deps, { attempt, dispute, action: `payment.dispute-${status}` }),
  ])
}

function refundIdOf({ kind, attemptId }: Attempt): string | undefined {
  return kind === 'refund' ? attemptId : undefined
}

type Audited = {
  readonly attempt: Attempt
  readonly dispute: Dispute
  readonly action: 'payment.disputed' | 'payment.returned' | 'payment.dispute-won' | 'payment.dispute-lost'
}

function auditOf(deps: PaymentDeps, { attempt, dispute, action }: Audited) {
  const { organizationId, paymentId, amount, disputeId } = dispute
  const payment = { organizationId, paymentId, invoiceNumber: attempt.invoiceNumber, amount }
  return paymentAudit(deps, { by: { kind: 'service' }, action, payment, details: { transactionId: disputeId } })
}
