import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { Invoice } from '../domain/invoice.ts'
import { reserved } from '../domain/reserved.ts'
import { openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof reserved>[1], 'at'>

/** Keeps a part of the balance for an attempt to pay, in the caller’s transaction. */
export async function reserveAmount(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { organizationId } = actor
  const { invoice: before } = await openInvoice(tx, { organizationId, invoiceNumber })
  const at = deps.clock.now()
  const change = reserved(before, { ...input, at })
  await saveChange(tx, deps, change, { actor, action: 'invoice.reserved', at })
  return change.after
}
