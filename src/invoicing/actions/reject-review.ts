import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { rejected } from '../domain/reviewed.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof rejected>[1], 'at'>

/** Opens the invoice again after the merchant has rejected a payment, in the caller’s transaction. */
export async function rejectReview(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.review-rejected',
    decide: (before, { at }) => rejected(before, { ...input, at }),
  })
  return invoice
}
