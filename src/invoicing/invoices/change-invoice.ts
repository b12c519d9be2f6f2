import type { Actor } from '../../kernel/actor.ts'
import { canceled, published, sent } from '../rules/sent.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'

type ChangeAction = (deps: InvoiceDeps, actor: Actor, target: InvoiceChange['target']) => Promise<LoadedInvoice>

function changeAction(action: InvoiceChange['action'], decide: InvoiceChange['decide']): ChangeAction {
  return (deps, actor, target) =>
    deps.db.transaction((tx) => applyInvoiceChange(tx, deps, actor, { target: target, action, decide }))
}

/** Sends the invoice to the payer, or publishes a draft that is not mailed. */
export const deliverInvoice = changeAction('invoice.sent', sent)

/** Publishes a draft without mailing it: the merchant shares its link. */
export const publishInvoice = changeAction('invoice.published', published)

/** Cancels the invoice: it cannot be paid or changed any more. */
export const cancelInvoice = changeAction('invoice.canceled', canceled)
