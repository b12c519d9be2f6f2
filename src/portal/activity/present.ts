import type { invoiceCare } from '../../invoicing/index.ts'
import { exactNumber } from '../../kernel/exact-number.ts'
import type { Money } from '../../kernel/money.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { subjectLog } from '../../notifications/index.ts'
import { paymentCare } from '../../payments/index.ts'

type PaymentActivity = Awaited<ReturnType<typeof paymentCare.activity.find>>
type Found<Find extends (...input: never) => Promise<readonly unknown[]>> = Awaited<ReturnType<Find>>

/** Everything that is known of an invoice, each part newest first or in any order. */
export type ActivityFacts = {
  readonly actions: Found<typeof invoiceCare.findActions>
  readonly history: Awaited<ReturnType<typeof invoiceCare.loadWithHistory>>['history']
  readonly mails: Found<typeof subjectLog.findMails>
  readonly deliveries: Found<typeof subjectLog.findDeliveries>
  readonly money: PaymentActivity
  readonly today: Temporal.PlainDate
  /** Why nothing can be done at all. */
  readonly suspension: string | undefined
}

type Entry = { readonly at: Temporal.Instant; readonly kind: string; readonly [name: string]: unknown }

/** The activity as a response body. */
export function presentActivity(facts: ActivityFacts, { limit }: { readonly limit: number }) {
  const entries = [...messages(facts), ...money(facts.money), ...history(facts)]
  // A stable sort: of one moment, the history comes last, since everything else follows from it.
  const sorted = entries.toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
  return {
    today: facts.today.toString(),
    actions: actions(facts),
    entries: sorted.slice(0, limit).map(({ at, ...entry }) => ({ at: writtenInstant(at), ...entry })),
    hasMore: sorted.length > limit,
  }
}

function actions({ actions: ofInvoice, money: { payments }, suspension }: ActivityFacts) {
  const refund = {
    action: 'refund' as const,
    refusal: paymentCare.activity.refundRefusal({ payments }),
    availableAt: undefined,
  }
  return [...ofInvoice, refund].map(({ action, refusal, availableAt }) => {
    const reason = suspension ?? refusal ?? null
    return { action, isAllowed: reason === null, reason, availableAt: suspension ? null : orNull(availableAt) }
  })
}

function history(facts: ActivityFacts): readonly Entry[] {
  return facts.history.map(({ event, at, transaction }) => ({
    ...{ at, kind: 'history', event, transactionId: transaction?.transactionId ?? null },
    ...(transaction === undefined ? { amount: null, currency: null } : amountOf(transaction.amount)),
  }))
}

function messages({ mails, deliveries }: ActivityFacts): readonly Entry[] {
  return [
    ...mails.map(({ createdAt, kind, endedAt, nextAttemptAt, ...mail }) => ({
      ...{ at: createdAt, ...mail, kind: 'mail', mailKind: kind },
      ...{ endedAt: orNull(endedAt), nextAttemptAt: orNull(nextAttemptAt) },
    })),
    ...deliveries.map(({ createdAt, changedAt, ...delivery }) => ({
      ...{ at: createdAt, kind: 'webhook', ...delivery, changedAt: writtenInstant(changedAt) },
    })),
  ]
}

function money({ payments, refunds, reviews, disputes }: PaymentActivity): readonly Entry[] {
  return [
    ...disputes.map(({ kind, amount, ...dispute }) => ({
      ...{ ...dispute, kind: 'dispute', disputeKind: kind, ...amountOf(amount) },
    })),
    ...refunds.map(({ amount, reason = null, ...refund }) => ({
      ...{ kind: 'refund', ...refund, reason, ...amountOf(amount) },
    })),
    ...reviews.map(({ amount, decision = null, decideBy, ...review }) => ({
      ...{ kind: 'review', ...review, decision, decideBy: orNull(decideBy), ...amountOf(amount) },
    })),
    ...payments.map(({ amount, refunded, refundable, ...payment }) => ({
      ...{ kind: 'payment', ...payment, ...amountOf(amount) },
      ...{ refundedAmount: exactNumber(refunded), refundableAmount: exactNumber(refundable) },
    })),
  ]
}

function amountOf(amount: Money) {
  return { amount: exactNumber(amount), currency: amount.currency }
}

function orNull(instant: Temporal.Instant | null | undefined): string | null {
  return instant == null ? null : writtenInstant(instant)
}
