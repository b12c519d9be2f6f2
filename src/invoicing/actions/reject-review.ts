import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { Invoice } from '../domain/invoice.ts'
import { rejected } from '../domain/reviewed.ts'
import { openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof rejected>[1], 'at'>

/** Opens the invoice again after the merchant has rejected a payment, in the caller’s transaction. */
export async function rejectReview(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { organizationId } = actor
  const { invoice: before } = await openInvoice(tx, { organizationId, invoiceNumber })
  const at = deps.clock.now()
  const change = rejected(before, { ...input, at })
  await saveChange(tx, deps, change, { actor, action: 'invoice.review-rejected', at })
  return change.after
}
