import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { reserved } from '../domain/reserved.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof reserved>[1], 'at'>

/** Keeps a part of the balance for an attempt to pay, in the caller’s transaction. */
export async function reserveAmount(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.reserved',
    decide: (before, { at }) => reserved(before, { ...input, at }),
  })
  return invoice
}
