import type { Actor } from '../../organizations/index.ts'
import type { InvoiceDeps } from '../action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../apply-invoice-change.ts'
import type { FoundInvoice } from '../domain/found-invoice.ts'
import { published } from '../domain/published.ts'

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
