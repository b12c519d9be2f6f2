import {
  findNotificationAddress,
  getInvoice,
  holdForReview,
  recordPayment,
  releaseAmount,
} from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import { zero } from '../../kernel/money.ts'
import { eventWrite } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import { noticeDecline } from '../card-testing/notice-decline.ts'
import { countApproval, countDecline } from '../declines/count-outcome.ts'
import { hasDeclines } from '../declines/network-store.ts'
import { type Attempt, answered, isOpen, moved } from '../model/attempt.ts'
import { NOT_THE_CARD } from '../model/card-declines.ts'
import { type NotedInvoice, paymentEvent } from '../notices/payment-event.ts'
import { receiptMails, reviewMails } from '../notices/payment-mails.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { Outcome } from '../port/port.ts'
import { recordsOfCharge } from '../records/payment-records.ts'
import { recordWrites } from '../records/record-writes.ts'
import { movementWrites } from './ask-about.ts'
import { END_REVIEW, LAPSE_CHARGE, nextLookupAt, RESOLVE_ATTEMPT } from './attempt-jobs.ts'
import { type AttemptPlace, attemptUpdate, lockAttempt } from './attempt-store.ts'
import { type Payment, paymentInsert } from './payment-store.ts'
import { sealCredential } from './seal-credential.ts'
import { startFollowUp } from './start-follow-up.ts'

/** How long the amount of an attempt that waits for the payer stays reserved, at least. */
const PAYER_WAIT = { minutes: 15 }

/**
 * Records the processor's answer: attempt, payment, invoice and everything that follows, in one transaction. An attempt
 * that is decided already stays as it is, so any number of nodes may bring the same answer.
 */
export async function finishCharge(
  deps: PaymentDeps,
  actor: Actor,
  place: AttemptPlace,
  outcome: Outcome,
): Promise<Attempt> {
  return deps.database.transaction((tx) => finishChargeWithin(tx, deps, { actor, place, outcome }))
}

type Answer = { readonly actor: Actor; readonly place: AttemptPlace; readonly outcome: Outcome }

/** The same in the caller's transaction. */
export async function finishChargeWithin(
  tx: Tx,
  deps: PaymentDeps,
  { actor, place, outcome: answer }: Answer,
): Promise<Attempt> {
  const before = await lockAttempt(tx, place)
  assert(before?.kind === 'charge', 'A charge that was started exists.')
  if (!isOpen(before)) return before
  // Nobody is there to answer the challenge of a token: the processor is asked to end it.
  const outcome: Outcome = answer.status === 'challenge' && before.tokenId !== undefined ? UNKNOWN : answer
  const at = deps.clock.now()
  const decideBy = outcome.status === 'review' ? outcome.decideBy : undefined
  const context: Context = { tx, deps, actor, before, at, decideBy }
  const sealedCredential = sealCredential(deps.secrets, before, outcome)
  return EFFECTS[outcome.status](context, answered(before, outcome, { at, sealedCredential }))
}

const UNKNOWN = { status: 'unknown' } as const

type Context = {
  readonly tx: Tx
  readonly deps: PaymentDeps
  readonly actor: Actor
  readonly before: Attempt
  readonly at: Temporal.Instant
  /** When the authorization of a payment under review ends. */
  readonly decideBy: Temporal.Instant | undefined
}
/** Saves the attempt with everything that follows from its outcome. */
type Effect = (context: Context, attempt: Attempt) => Promise<Attempt>

const EFFECTS: Readonly<Record<Outcome['status'], Effect>> = {
  approved: takePayment,
  review: holdPayment,
  declined: giveUp,
  challenge: waitForPayer,
  pending: askLater,
  unknown: askLater,
}

async function takePayment({ tx, deps, actor, before, at }: Context, answer: Attempt): Promise<Attempt> {
  const { invoiceNumber, amount, paymentId: transactionId } = answer
  const origin = before.isReserved ? 'reserved' : 'late'
  const attempt: Attempt = { ...answer, isReserved: false }
  const merchantAddress = await findNotificationAddress(tx, answer.organizationId)
  const isMadeUpFor = attempt.tokenId === undefined && (await hasDeclines(tx, attempt))
  const alsoWrite = (invoice: News['invoice']): readonly Write[] => [
    attemptUpdate(attempt),
    paymentInsert(paymentOf(attempt, 'COMPLETED', at)),
    ...movementWrites(deps, attempt, at),
    ...countApproval(attempt, { balance: invoice.balance, hasDeclines: isMadeUpFor }),
    ...newsOf('approved', { invoice, attempt, at }),
    ...receiptMails({ invoice, charge: attempt, at, merchantAddress }),
  ]
  const invoice = await unlessRefused(before, () =>
    recordPayment(tx, deps, actor, { invoiceNumber, amount, transactionId, origin, alsoWrite }),
  )
  return invoice === undefined ? reverseExcess({ tx, deps, at }, attempt) : attempt
}

async function holdPayment(context: Context, answer: Attempt): Promise<Attempt> {
  const { tx, deps, actor, before, at, decideBy } = context
  const { organizationId, attemptId: subject, invoiceNumber, amount } = answer
  const origin = before.isReserved ? 'reserved' : 'late'
  const attempt: Attempt = { ...answer, isReserved: true }
  const merchantAddress = await findNotificationAddress(tx, organizationId)
  const alsoWrite = (invoice: News['invoice']): readonly Write[] => [
    attemptUpdate(attempt),
    paymentInsert({ ...paymentOf(attempt, 'REVIEW', at), decideBy }),
    ...newsOf('review', { invoice, attempt, at }),
    ...reviewMails({ invoice, charge: attempt, at, merchantAddress }),
  ]
  const invoice = await unlessRefused(before, () =>
    holdForReview(tx, deps, actor, { invoiceNumber, amount, origin, alsoWrite }),
  )
  if (invoice !== undefined && decideBy !== undefined) {
    await schedule(tx, { organizationId, kind: END_REVIEW, subject, dueAt: decideBy })
  }
  return invoice === undefined ? reverseExcess({ tx, deps, at }, attempt) : attempt
}

async function giveUp({ tx, deps, actor, before, at }: Context, answer: Attempt): Promise<Attempt> {
  const { invoiceNumber, amount } = answer
  const attempt: Attempt = { ...answer, isReserved: false }
  const saysNothing = attempt.declineReason !== undefined && NOT_THE_CARD.has(attempt.declineReason)
  // The merchant's own charges of a token say nothing about payers.
  const isCounted = !saysNothing && attempt.tokenId === undefined
  const counted = isCounted ? countDecline(attempt) : []
  const alsoWrite = (invoice: News['invoice']): readonly Write[] => [
    attemptUpdate(attempt),
    ...counted,
    ...newsOf('declined', { invoice, attempt, at }),
  ]
  if (before.isReserved) await releaseAmount(tx, deps, actor, { invoiceNumber, amount, alsoWrite })
  else await writeTogether(tx, alsoWrite(await getInvoice(tx, attempt)))
  if (isCounted) await noticeDecline(tx, deps, { attempt, at })
  return attempt
}

async function waitForPayer({ tx }: Context, attempt: Attempt): Promise<Attempt> {
  const { organizationId, attemptId, status, createdAt } = attempt
  if (status === 'waiting') {
    // From the beginning: a payer who returns too early, again and again, holds the amount no longer than others.
    await schedule(tx, { organizationId, kind: LAPSE_CHARGE, subject: attemptId, dueAt: createdAt.add(PAYER_WAIT) })
  }
  await writeTogether(tx, [attemptUpdate(attempt)])
  return attempt
}

async function askLater({ tx, at }: Context, attempt: Attempt): Promise<Attempt> {
  const { organizationId, attemptId, createdAt } = attempt
  const dueAt = nextLookupAt(createdAt, at)
  await schedule(tx, { organizationId, kind: RESOLVE_ATTEMPT, subject: attemptId, dueAt })
  await writeTogether(tx, [attemptUpdate(attempt)])
  return attempt
}

type News = Parameters<typeof recordsOfCharge>[0] & { readonly invoice: NotedInvoice }

/** Report records and event of an outcome. */
function newsOf(name: 'approved' | 'review' | 'declined', news: News): readonly Write[] {
  const { invoice, attempt, at } = news
  const more = { reason: attempt.declineReason }
  return [...recordsOf(news), eventWrite(paymentEvent(name, { invoice, charge: attempt, at, more }))]
}

function recordsOf(subject: Parameters<typeof recordsOfCharge>[0]): readonly Write[] {
  return recordWrites(subject.attempt.organizationId, recordsOfCharge(subject))
}

/** Undefined if the invoice does not take the amount any more, which can only happen to a late one. */
async function unlessRefused<T>({ isReserved }: Attempt, change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change()
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'ACTION_NOT_ALLOWED'
    if (!isRefused || isReserved) throw error
    return undefined
  }
}

/** The money was taken, but the invoice has been paid, canceled or changed since: it is given back. */
async function reverseExcess(
  { tx, deps, at }: Pick<Context, 'tx' | 'deps' | 'at'>,
  attempt: Attempt,
): Promise<Attempt> {
  const { organizationId, attemptId, paymentId, invoiceNumber, amount } = attempt
  await startFollowUp(tx, {
    of: attempt,
    kind: 'reverse',
    requestKey: `excess:${attemptId}`,
    amount,
    at,
  })
  const excess = moved(attempt, 'exceed', { isReserved: false })
  const kind = 'late-charge-reversed'
  const alert = raiseAlert(deps, { organizationId, kind, paymentId, invoiceNumber, amount, raisedAt: at })
  const records = recordsOf({ invoice: await getInvoice(tx, excess), attempt: excess, at })
  await writeTogether(tx, [attemptUpdate(excess), ...records, alert])
  return excess
}

function paymentOf(attempt: Attempt, status: Payment['status'], at: Temporal.Instant): Payment {
  const { organizationId, paymentId, invoiceNumber, method, amount } = attempt
  return {
    ...{ organizationId, paymentId, invoiceNumber, origin: 'processor', status, method, amount },
    refunded: zero(amount.currency),
    receivedAt: at,
    decideBy: undefined,
    details: {},
  }
}
