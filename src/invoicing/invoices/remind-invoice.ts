import type { Actor } from '../../kernel/actor.ts'
import { getOrganization } from '../../organizations/index.ts'
import { remindedOnRequest } from '../rules/reminded.ts'
import { applyInvoiceChange } from '../storage/apply-invoice-change.ts'
import { checkMail } from './check-mail.ts'
import type { deliverInvoice } from './deliver-invoice.ts'

/**
 * Reminds the payer because the merchant asks for it. The reminders of the schedule are not replaced by it, but one that
 * would follow within a day is skipped.
 */
export const remindInvoice: typeof deliverInvoice = (
  deps,
  actor: Actor,
  { invoiceNumber, expectedVersions, body, mailId },
) => {
  const target = { invoiceNumber, expectedVersions }
  return deps.db.transaction(async (tx) => {
    const { timeZone } = await getOrganization(tx, actor.organizationId)
    return applyInvoiceChange(tx, deps, actor, {
      ...{ target, action: 'invoice.reminded', mailId },
      decide: (before, { at }) => remindedOnRequest(before, { at, timeZone }),
      check: (change) => checkMail(tx, deps, actor, { change, body }),
    })
  })
}
