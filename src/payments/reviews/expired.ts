import { rejectReview } from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { eventWrite } from '../../notifications/index.ts'
import { actorWords } from '../../organizations/pure.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { attemptUpdate } from '../attempts/attempt-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { type Payment, paymentUpdate } from '../attempts/payment-store.ts'
import { type Attempt, moved } from '../model/attempt.ts'
import { paymentEvent } from '../notices/payment-event.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { conversionRecord, expiryRecord } from '../records/payment-records.ts'
import { recordWrites } from '../records/record-writes.ts'

/** Whether the authorization of a payment under review has ended. */
export function isOver({ decideBy }: Pick<Payment, 'decideBy'>, now: Temporal.Instant): boolean {
  return decideBy !== undefined && Temporal.Instant.compare(decideBy, now) <= 0
}

type Over = { readonly charge: Attempt; readonly payment: Payment; readonly at: Temporal.Instant }

/** Ends a review whose authorization has ended as declined: the invoice can be paid again. Both are locked. */
export async function expired(tx: Tx, deps: PaymentDeps, { charge, payment, at }: Over): Promise<readonly Write[]> {
  const { organizationId, invoiceNumber, amount } = charge
  const actor: Actor = { organizationId, by: { kind: 'service' } }
  const invoice = await rejectReview(tx, deps, actor, { invoiceNumber, amount })
  const reason = 'authorizationExpired'
  const conversion = { decision: 'REJECT', reviewer: actorWords(actor.by), comment: undefined } as const
  return [
    attemptUpdate(moved(charge, 'expire', { declineReason: reason, isReserved: false, changedAt: at })),
    paymentUpdate({ ...payment, status: 'REJECTED' }),
    ...recordWrites(organizationId, [
      expiryRecord({ invoice, attempt: charge, at }),
      conversionRecord({ invoice, attempt: charge, at }, conversion),
    ]),
    eventWrite(paymentEvent('declined', { invoice, charge, at, more: { reason } })),
    ...paymentAudit(deps, { by: actor.by, action: 'payment.review-expired', payment }),
  ]
}
