import type { Actor } from '../../organizations/index.ts'
import { canceled } from '../rules/canceled.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { FoundInvoice } from '../storage/found-invoice.ts'

/** Nobody can pay a canceled invoice, and nothing else happens to it. */
export async function cancelInvoice(
  deps: InvoiceDeps,
  actor: Actor,
  asked: InvoiceChange['asked'],
): Promise<FoundInvoice> {
  return deps.db.transaction((tx) =>
    applyInvoiceChange(tx, deps, actor, { asked, action: 'invoice.canceled', decide: canceled }),
  )
}
