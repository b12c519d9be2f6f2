import type { Actor } from '../../kernel/actor.ts'
import { sent } from '../rules/sent.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'
import { type CheckMailDeps, checkMail } from './check-mail.ts'

type DeliverInvoice = InvoiceChange['target'] & {
  /** May repeat the customer's address, which confirms it. */
  readonly body?: unknown
  readonly mailId?: string | undefined
}

/** Sends the invoice to the payer, or publishes a draft that is not mailed. */
export async function deliverInvoice(
  deps: CheckMailDeps,
  actor: Actor,
  { invoiceNumber, expectedVersions, body, mailId }: DeliverInvoice,
): Promise<LoadedInvoice> {
  const target = { invoiceNumber, expectedVersions }
  return deps.db.transaction((tx) =>
    applyInvoiceChange(tx, deps, actor, {
      ...{ target, action: 'invoice.sent', decide: sent, mailId },
      check: (change) => checkMail(tx, deps, actor, { change, body }),
    }),
  )
}
