import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { accepted } from '../domain/reviewed.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof accepted>[1], 'at'>

/** Takes a payment off the balance whose review the merchant accepts, in the caller’s transaction. */
export async function acceptReview(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.review-accepted',
    decide: (before, { at }) => accepted(before, { ...input, at }),
  })
  return invoice
}
