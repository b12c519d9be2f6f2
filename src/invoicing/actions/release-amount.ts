import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { applyInvoiceChange } from '../apply-invoice-change.ts'
import type { Invoice } from '../domain/invoice.ts'
import { released } from '../domain/reserved.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof released>[1], 'at'>

/** Gives back what an attempt had reserved that came to nothing, in the caller’s transaction. */
export async function releaseAmount(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { invoice } = await applyInvoiceChange(tx, deps, actor, {
    asked: { invoiceNumber },
    action: 'invoice.released',
    decide: (before, { at }) => released(before, { ...input, at }),
  })
  return invoice
}
