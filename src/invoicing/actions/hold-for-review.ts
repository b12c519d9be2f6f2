import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { held } from '../domain/reviewed.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof held>[1], 'at'>

/** Holds the invoice while a payment is under fraud review, in the caller’s transaction. */
export async function holdForReview(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.held',
    decide: (before, { at }) => held(before, { ...input, at }),
  })
  return invoice
}
