import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { Invoice } from '../domain/invoice.ts'
import { paid } from '../domain/paid.ts'
import { openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof paid>[1], 'at'>

/** Takes a payment that was made off the balance, in the caller’s transaction. */
export async function recordPayment(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { organizationId } = actor
  const { invoice: before } = await openInvoice(tx, { organizationId, invoiceNumber })
  const at = deps.clock.now()
  const change = paid(before, { ...input, at })
  await saveChange(tx, deps, change, { actor, action: 'invoice.paid', at })
  return change.after
}
