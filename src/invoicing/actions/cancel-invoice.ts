import type { Actor } from '../../organizations/index.ts'
import type { InvoiceDeps } from '../action-deps.ts'
import { canceled } from '../domain/canceled.ts'
import type { FoundInvoice } from '../domain/found-invoice.ts'
import { type AskedInvoice, openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

/** Nobody can pay a canceled invoice, and nothing else happens to it. */
export async function cancelInvoice(
  deps: InvoiceDeps,
  actor: Actor,
  asked: Omit<AskedInvoice, 'organizationId'>,
): Promise<FoundInvoice> {
  return deps.db.transaction(async (tx) => {
    const found = await openInvoice(tx, { ...asked, organizationId: actor.organizationId })
    const at = deps.clock.now()
    const change = canceled(found.invoice, { at })
    await saveChange(tx, deps, change, { actor, action: 'invoice.canceled', at })
    return { ...found, invoice: change.after }
  })
}
