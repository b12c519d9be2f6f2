import type { Actor } from '../../organizations/index.ts'
import type { InvoiceDeps } from '../action-deps.ts'
import type { FoundInvoice } from '../domain/found-invoice.ts'
import { published } from '../domain/published.ts'
import { type AskedInvoice, openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

/** Makes an invoice of a draft without mailing it: the merchant shares its link. */
export async function publishInvoice(
  deps: InvoiceDeps,
  actor: Actor,
  asked: Omit<AskedInvoice, 'organizationId'>,
): Promise<FoundInvoice> {
  return deps.db.transaction(async (tx) => {
    const found = await openInvoice(tx, { ...asked, organizationId: actor.organizationId })
    const at = deps.clock.now()
    const change = published(found.invoice, { at })
    await saveChange(tx, deps, change, { actor, action: 'invoice.published', at })
    return { ...found, invoice: change.after }
  })
}
