import type { Actor } from '../../organizations/index.ts'
import { sent } from '../rules/sent.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { FoundInvoice } from '../storage/found-invoice.ts'

/** Puts the invoice on its way to the customer, or publishes a draft that is not mailed. */
export async function deliverInvoice(
  deps: InvoiceDeps,
  actor: Actor,
  asked: InvoiceChange['asked'],
): Promise<FoundInvoice> {
  return deps.db.transaction((tx) =>
    applyInvoiceChange(tx, deps, actor, { asked, action: 'invoice.sent', decide: sent }),
  )
}
