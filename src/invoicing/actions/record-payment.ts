import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { paid } from '../domain/paid.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof paid>[1], 'at'>

/** Takes a payment that was made off the balance, in the caller’s transaction. */
export async function recordPayment(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.paid',
    decide: (before, { at }) => paid(before, { ...input, at }),
  })
  return invoice
}
