import type { Actor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import { paid, reversed } from '../rules/paid.ts'
import { reminded } from '../rules/reminded.ts'
import { released, reserved } from '../rules/reserved.ts'
import { accepted, held, rejected } from '../rules/reviewed.ts'
import type { ChangeDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange } from '../storage/apply-invoice-change.ts'
import type { AlsoWrite, InvoiceAction } from '../storage/save-change.ts'

// The effects of payments on an invoice, each in the caller's transaction.

type Moment = { readonly at: Temporal.Instant }
/** The invoice's number, and what the decision needs except the time. */
type InputOf<Decide extends (before: Invoice, input: never) => Change> = {
  readonly invoiceNumber: string
  /** Written in the statement that saves the invoice. */
  readonly alsoWrite?: AlsoWrite
} & Omit<Parameters<Decide>[1], keyof Moment>

function paymentAction<Input extends { readonly invoiceNumber: string; readonly alsoWrite?: AlsoWrite }>(
  action: InvoiceAction,
  decide: (before: Invoice, input: Input & Moment) => Change,
) {
  return async (tx: Tx, deps: ChangeDeps, actor: Actor, input: Input): Promise<Invoice> => {
    const { invoice } = await applyInvoiceChange(tx, deps, actor, {
      target: { invoiceNumber: input.invoiceNumber },
      action,
      decide: (before, { at }) => decide(before, { ...input, at }),
      alsoWrite: input.alsoWrite,
    })
    return invoice
  }
}

/** Reserves a part of the balance for an attempt to pay. */
export const reserveAmount = paymentAction<InputOf<typeof reserved>>('invoice.reserved', reserved)

/** Releases the amount that a failed attempt had reserved. */
export const releaseAmount = paymentAction<InputOf<typeof released>>('invoice.released', released)

/** Subtracts a payment from the balance. */
export const recordPayment = paymentAction<InputOf<typeof paid>>('invoice.paid', paid)

/** Holds the invoice while a payment is under fraud review. */
export const holdForReview = paymentAction<InputOf<typeof held>>('invoice.held', held)

/** Subtracts a payment from the balance after the merchant has accepted it. */
export const acceptReview = paymentAction<InputOf<typeof accepted>>('invoice.review-accepted', accepted)

/** Reopens the invoice after the merchant has rejected a payment. */
export const rejectReview = paymentAction<InputOf<typeof rejected>>('invoice.review-rejected', rejected)

/** Adds the amount of a payment that was taken back to the balance. */
export const reversePayment = paymentAction<InputOf<typeof reversed>>('invoice.payment-reversed', reversed)

/** Records that a reminder was sent. */
export const recordReminder = paymentAction<InputOf<typeof reminded>>('invoice.reminded', reminded)
