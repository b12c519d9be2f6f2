import type { Actor } from '../../kernel/actor.ts'
import { canceled } from '../rules/canceled.ts'
import { published } from '../rules/published.ts'
import { sent } from '../rules/sent.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { FoundInvoice } from '../storage/found-invoice.ts'

type Changed = (deps: InvoiceDeps, actor: Actor, asked: InvoiceChange['asked']) => Promise<FoundInvoice>

function changed(action: InvoiceChange['action'], decide: InvoiceChange['decide']): Changed {
  return (deps, actor, asked) =>
    deps.db.transaction((tx) => applyInvoiceChange(tx, deps, actor, { asked, action, decide }))
}

/** Sends the invoice to the payer, or publishes a draft that is not mailed. */
export const deliverInvoice = changed('invoice.sent', sent)

/** Makes an invoice of a draft without mailing it: the merchant shares its link. */
export const publishInvoice = changed('invoice.published', published)

/** Nobody can pay a canceled invoice, and nothing else happens to it. */
export const cancelInvoice = changed('invoice.canceled', canceled)
