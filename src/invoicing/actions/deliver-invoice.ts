import type { Actor } from '../../organizations/index.ts'
import type { InvoiceDeps } from '../action-deps.ts'
import type { FoundInvoice } from '../domain/found-invoice.ts'
import { sent } from '../domain/sent.ts'
import { type AskedInvoice, openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

/** Puts the invoice on its way to the customer, or publishes a draft that is not mailed. */
export async function deliverInvoice(
  deps: InvoiceDeps,
  actor: Actor,
  asked: Omit<AskedInvoice, 'organizationId'>,
): Promise<FoundInvoice> {
  return deps.db.transaction(async (tx) => {
    const found = await openInvoice(tx, { ...asked, organizationId: actor.organizationId })
    const at = deps.clock.now()
    const change = sent(found.invoice, { at })
    await saveChange(tx, deps, change, { actor, action: 'invoice.sent', at })
    return { ...found, invoice: change.after }
  })
}
