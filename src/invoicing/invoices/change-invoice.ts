import type { Actor } from '../../kernel/actor.ts'
import { canceled, published } from '../rules/sent.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'

type ChangeAction = (deps: InvoiceDeps, actor: Actor, target: InvoiceChange['target']) => Promise<LoadedInvoice>

function changeAction(action: InvoiceChange['action'], decide: InvoiceChange['decide']): ChangeAction {
  return (deps, actor, { invoiceNumber, expectedVersions }) => {
    const target = { invoiceNumber, expectedVersions }
    return deps.db.transaction((tx) => applyInvoiceChange(tx, deps, actor, { target, action, decide }))
  }
}

/** Publishes a draft without mailing it: the merchant shares its link. */
export const publishInvoice = changeAction('invoice.published', published)

/** Cancels the invoice: it cannot be paid or changed any more. */
export const cancelInvoice = changeAction('invoice.canceled', canceled)
