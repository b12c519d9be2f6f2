import type { AuditActor } from '../../kernel/actor.ts'
import { isPerson, type Person } from '../../kernel/person.ts'
import { counted, type HeldData, heldTogether, NOTHING_HELD } from '../../kernel/personal-data.ts'
import { eraseNotifications, type NotifiedSubject, notificationsAbout } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { eraseFailureMessages } from '../bulk/job-entry-store.ts'
import { erased } from '../rules/erased.ts'
import type { Invoice } from '../rules/invoice.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { lockInvoice } from '../storage/invoice-store.ts'
import { newPaymentToken } from '../storage/payment-token.ts'
import { saveChange, subjectOf } from '../storage/save-change.ts'

type EraseInvoices = {
  readonly organizationId: string
  readonly invoiceNumbers: readonly string[]
  readonly person: Person
}

/** Erases the customer of the person's invoices, with their events and mails. */
export async function eraseInvoices(
  deps: InvoiceDeps,
  by: AuditActor,
  { organizationId, invoiceNumbers, person }: EraseInvoices,
): Promise<HeldData> {
  if (invoiceNumbers.length === 0) return NOTHING_HELD
  return deps.db.transaction(async (tx) => {
    const subjects: NotifiedSubject[] = []
    for (const invoiceNumber of invoiceNumbers) {
      const before = await lockOwn(tx, { organizationId, invoiceNumber }, person)
      if (before === undefined) continue
      await saveChange(tx, deps, erased(before, { newToken: newPaymentToken() }), {
        actor: { organizationId, by },
        action: 'invoice.erased',
        at: deps.clock.now(),
      })
      subjects.push({ subject: subjectOf(before), address: before.terms.customer.email })
    }
    await eraseFailureMessages(tx, { organizationId, invoiceNumbers })
    const notifications = await eraseNotifications(tx, notificationsAbout(organizationId, subjects))
    return heldTogether(counted('invoices', subjects.length), notifications)
  })
}

/** Locks the invoice and returns it; undefined if it now belongs to another customer. */
async function lockOwn(
  tx: Tx,
  place: { readonly organizationId: string; readonly invoiceNumber: string },
  person: Person,
): Promise<Invoice | undefined> {
  const invoice = (await lockInvoice(tx, place))?.invoice
  const { email, merchantCustomerId: customerId } = invoice?.terms.customer ?? {}
  return isPerson(person, { email, customerId }) ? invoice : undefined
}
