import { acceptReview, findNotificationAddress, getInvoice, rejectReview } from '../../invoicing/index.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { eventWrite } from '../../notifications/index.ts'
import { people } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { movementWrites } from '../attempts/ask-about.ts'
import { attemptUpdate, lockAttempt } from '../attempts/attempt-store.ts'
import type { FollowUpEffect } from '../attempts/carry-out.ts'
import { lockPayment, type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { type Attempt, moved } from '../model/attempt.ts'
import { type NotedInvoice, paymentEvent } from '../notices/payment-event.ts'
import { receiptMails } from '../notices/payment-mails.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { conversionRecord, recordsOfFollowUp } from '../records/payment-records.ts'
import type { InvoiceFacts } from '../records/record-fields.ts'
import { recordWrites } from '../records/record-writes.ts'
import { expired, isOver } from './expired.ts'

/** A capture takes the payment that the merchant accepted. If it fails, the review stays open. */
export const captured: FollowUpEffect = async ({ tx, deps, actor, at }, attempt) => {
  const { charge, payment } = await decided(tx, attempt)
  if (attempt.status !== 'approved') return notCarriedOut({ tx, deps, at }, attempt, { charge, payment })
  const { invoiceNumber, amount, paymentId: transactionId } = charge
  const invoice = await acceptReview(tx, deps, actor, { invoiceNumber, amount, transactionId })
  const reviewer = await reviewerOf(tx, actor.by)
  const end: End = { at, reviewer, invoice, decision: 'ACCEPT', payment: 'COMPLETED' }
  const merchantAddress = await findNotificationAddress(tx, charge.organizationId)
  return [
    ...ended(attempt, { charge, payment }, end),
    ...receiptMails({ invoice, charge, at, merchantAddress }),
    ...movementWrites(deps, charge, at),
  ]
}

/** A reversal gives an authorization back: the merchant rejected it, or the invoice took no more. */
export const reversedCharge: FollowUpEffect = async ({ tx, deps, actor, at }, attempt) => {
  const { organizationId, paymentId: attemptId } = attempt
  const excess = await lockAttempt(tx, { organizationId, attemptId })
  if (excess?.status === 'excess') {
    const invoice = await getInvoice(tx, excess)
    const records = recordWrites(organizationId, recordsOfFollowUp({ invoice, attempt, charge: excess, at }))
    return [...records, endOfExcess(deps, { invoice, attempt, charge: excess, at })]
  }
  const { charge, payment } = await decided(tx, attempt)
  if (attempt.status !== 'approved') return notCarriedOut({ tx, deps, at }, attempt, { charge, payment })
  const { invoiceNumber, amount } = charge
  const invoice = await rejectReview(tx, deps, actor, { invoiceNumber, amount })
  const reviewer = await reviewerOf(tx, actor.by)
  const end: End = { at, reviewer, invoice, decision: 'REJECT', payment: 'REJECTED' }
  return ended(attempt, { charge, payment }, end)
}

type Excess = {
  readonly invoice: NotedInvoice
  readonly attempt: Attempt
  readonly charge: Attempt
  readonly at: Temporal.Instant
}

/** A late charge is reversed; if that fails, an operator has to look at it. */
function endOfExcess(deps: Pick<PaymentDeps, 'log'>, { invoice, attempt, charge, at }: Excess): Write {
  if (attempt.status === 'approved') {
    return eventWrite(paymentEvent('reversed', { invoice, charge, at, more: { reason: 'late' } }))
  }
  const { organizationId, paymentId, invoiceNumber, amount } = charge
  return raiseAlert(deps, { kind: 'reversal-failed', organizationId, paymentId, invoiceNumber, amount, raisedAt: at })
}

type Decided = { readonly charge: Attempt; readonly payment: Payment }

async function decided(tx: Tx, attempt: Attempt): Promise<Decided> {
  const { organizationId, paymentId } = attempt
  const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
  const payment = await lockPayment(tx, { organizationId, paymentId })
  assert(charge?.status === 'review' && payment.status === 'REVIEW', 'Only one decision is carried out at a time.')
  return { charge, payment }
}

type Context = Pick<Parameters<FollowUpEffect>[0], 'tx' | 'deps' | 'at'>

/** The review stays open and says why, unless the authorization has ended, and with it the review. */
async function notCarriedOut({ tx, deps, at }: Context, attempt: Attempt, decided: Decided): Promise<readonly Write[]> {
  const payment = withFailure(decided.payment, attempt)
  return isOver(payment, at) ? expired(tx, deps, { ...decided, payment, at }) : [paymentUpdate(payment)]
}

function withFailure(payment: Payment, { declineReason, kind }: Attempt): Payment {
  const decision = kind === 'capture' ? 'accept' : 'reject'
  const failure = declineReason ?? 'declined'
  return { ...payment, details: { ...payment.details, review: { ...payment.details.review, decision, failure } } }
}

/** As reports show the reviewer: a person by the address. */
async function reviewerOf(tx: Tx, by: AuditActor): Promise<string> {
  return (await people.findActorWords(tx, [by]))(by)
}

type End = {
  readonly at: Temporal.Instant
  readonly reviewer: string
  readonly invoice: InvoiceFacts & NotedInvoice
  readonly decision: 'ACCEPT' | 'REJECT'
  readonly payment: Payment['status']
}

const MOVE_OF = { ACCEPT: 'accept', REJECT: 'reject' } as const

function ended(attempt: Attempt, { charge, payment }: Decided, end: End): readonly Write[] {
  const { at, reviewer, invoice, decision } = end
  const news = { invoice, charge, at }
  const rejected = { ...news, more: { reason: 'rejected' } }
  const conversion = { decision, reviewer, comment: payment.details.review?.comment }
  return [
    attemptUpdate(moved(charge, MOVE_OF[decision], { isReserved: false, changedAt: at })),
    paymentUpdate({ ...payment, status: end.payment }),
    ...recordWrites(charge.organizationId, [
      ...recordsOfFollowUp({ invoice, attempt, charge, at }),
      conversionRecord({ invoice, attempt: charge, at }, conversion),
    ]),
    eventWrite(decision === 'ACCEPT' ? paymentEvent('approved', news) : paymentEvent('reversed', rejected)),
  ]
}
