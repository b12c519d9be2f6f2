import type { OutboxMail } from '../../notifications/pure.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { undelivered } from '../rules/sent.ts'
import { isPossible } from '../rules/state-machine.ts'
import type { ChangeDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange } from '../storage/apply-invoice-change.ts'
import { lockInvoice } from '../storage/invoice-store.ts'
import { invoiceNumberOf } from '../storage/save-change.ts'

/**
 * Returns an invoice to CREATED if the server refused its mail for good. Nothing happens if it was paid or canceled
 * before that, or now has another address.
 */
export async function returnUndelivered(tx: Tx, deps: ChangeDeps, mail: OutboxMail): Promise<void> {
  const { organizationId } = mail
  const invoiceNumber = invoiceNumberOf(mail.subject)
  const loaded = await lockInvoice(tx, { organizationId, invoiceNumber })
  if (loaded === undefined) return
  const { status, terms } = loaded.invoice
  if (!isPossible('returnUndelivered', status) || terms.customer.email !== mail.recipient.address) return
  await applyInvoiceChange(
    tx,
    deps,
    { organizationId, by: { kind: 'service' } },
    { target: { invoiceNumber }, action: 'invoice.undelivered', decide: undelivered },
  )
}
