import type { Actor } from '../../organizations/index.ts'
import { published } from '../rules/published.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { FoundInvoice } from '../storage/found-invoice.ts'

/** Makes an invoice of a draft without mailing it: the merchant shares its link. */
export async function publishInvoice(
  deps: InvoiceDeps,
  actor: Actor,
  asked: InvoiceChange['asked'],
): Promise<FoundInvoice> {
  return deps.db.transaction((tx) =>
    applyInvoiceChange(tx, deps, actor, { asked, action: 'invoice.published', decide: published }),
  )
}
