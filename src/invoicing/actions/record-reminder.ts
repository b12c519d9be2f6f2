import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { reminded } from '../domain/reminded.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof reminded>[1], 'at'>

/** Keeps that a reminder was sent, in the caller’s transaction. */
export async function recordReminder(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.reminded',
    decide: (before, { at }) => reminded(before, { ...input, at }),
  })
  return invoice
}
