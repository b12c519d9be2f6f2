import { getInvoice, recordPayment, reversePayment } from '../../invoicing/index.ts'
import type { Invoice } from '../../invoicing/pure.ts'
import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { zero } from '../../kernel/money.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import { eventWrite } from '../../notifications/index.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import {
  type ExternalMethod,
  lockPayment,
  type Payment,
  paymentInsert,
  paymentUpdate,
} from '../attempts/payment-store.ts'
import { newRequestId } from '../attempts/request-id.ts'
import { amountIn } from '../http/read-amount.ts'
import { paymentEvent } from '../notices/payment-event.ts'
import { receiptMails } from '../notices/payment-mails.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { externalPaymentRecord } from '../records/external-records.ts'
import { recordWrites } from '../records/record-writes.ts'

type ExternalDeps = Pick<PaymentDeps, 'clock' | 'machineClock' | 'config'>

export type NewExternalPayment = {
  readonly invoiceNumber: string
  readonly amount: Decimal
  /** The day on which the merchant received it. */
  readonly date: string
  readonly method: ExternalMethod
  readonly note: string | undefined
}

/** Records money that the merchant received elsewhere, such as cash; the balance falls by it. */
export async function recordExternalPayment(
  deps: ExternalDeps,
  db: Transactions,
  actor: Actor,
  { invoiceNumber, amount: asked, date, method, note }: NewExternalPayment,
): Promise<Payment> {
  return db.transaction(async (tx) => {
    const { organizationId } = actor
    const { balance } = await getInvoice(tx, { organizationId, invoiceNumber })
    const amount = amountIn(balance.currency, asked)
    const receivedAt = deps.clock.now()
    await refuseFutureDate(tx, actor, { date, now: receivedAt })
    const payment: Payment = {
      ...{ organizationId, paymentId: newRequestId(receivedAt), invoiceNumber },
      ...{ origin: 'external', status: 'COMPLETED', method, amount, refunded: zero(amount.currency), receivedAt },
      decideBy: undefined,
      details: { date, ...(note === undefined ? {} : { note }) },
    }
    const alsoWrite = (invoice: Invoice): readonly Write[] => {
      const record = externalPaymentRecord({ invoice, payment, application: 'external_payment', at: receivedAt })
      const charge = { ...payment, payer: {} }
      return [
        paymentInsert(payment),
        ...recordWrites(organizationId, [record]),
        ...paymentAudit(deps, { by: actor.by, action: 'payment.recorded', payment, details: { method } }),
        // The merchant knows of it.
        ...receiptMails({ invoice, charge, at: receivedAt, merchantAddress: undefined }),
      ]
    }
    const { paymentId: transactionId } = payment
    await recordPayment(tx, deps, actor, { invoiceNumber, amount, transactionId, origin: 'external', alsoWrite })
    return payment
  })
}

/** A day counts as the merchant's calendar shows it. */
async function refuseFutureDate(
  tx: Tx,
  { organizationId }: Actor,
  { date, now }: { readonly date: string; readonly now: Temporal.Instant },
): Promise<void> {
  const { timeZone } = await getOrganization(tx, organizationId)
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(date, today) <= 0) return
  refuseContent([invalid('date', `must not be after today, which is ${today} in ${timeZone}`)])
}

/** Takes back an external payment, such as a check that bounced; its amount is owed again. */
export async function reverseExternalPayment(
  deps: ExternalDeps,
  db: Transactions,
  actor: Actor,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
): Promise<Payment> {
  return db.transaction(async (tx) => {
    const { organizationId } = actor
    const before = await lockPayment(tx, { organizationId, paymentId })
    if (before.origin !== 'external') throw actionNotAllowed('A payment through a processor is refunded, not reversed.')
    if (before.status !== 'COMPLETED') throw actionNotAllowed('The payment is already reversed.')
    const { invoiceNumber, amount } = before
    const at = deps.clock.now()
    const payment: Payment = {
      ...before,
      status: 'REVERSED',
      details: { ...before.details, reversalReason: reason },
    }
    const alsoWrite = (invoice: Invoice): readonly Write[] => {
      const application = 'external_payment_reversal'
      const record = externalPaymentRecord({ invoice, payment, application, at })
      const news = { invoice, charge: { ...payment, payer: {} }, at, more: { reason: 'external' } }
      return [
        paymentUpdate(payment),
        ...recordWrites(organizationId, [record]),
        ...paymentAudit(deps, { by: actor.by, action: 'payment.reversed', payment }),
        eventWrite(paymentEvent('reversed', news)),
      ]
    }
    await reversePayment(tx, deps, actor, { invoiceNumber, amount, alsoWrite })
    return payment
  })
}
