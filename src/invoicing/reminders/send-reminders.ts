import { findMailTimes } from '../../notifications/index.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { awaitSchedulers, schedule } from '../../platform/queue/agenda.ts'
import { enqueueAll } from '../../platform/queue/enqueue.ts'
import { recordReminder } from '../invoices/payment-actions.ts'
import type { Invoice } from '../rules/invoice.ts'
import type { ReminderKind } from '../rules/reminded.ts'
import { dueDateOf, isReminded, REMINDER_KINDS, reminderMoment } from '../rules/reminder-days.ts'
import { findSettingValues } from '../settings/settings-store.ts'
import type { ChangeDeps } from '../storage/action-deps.ts'
import { lockInvoice } from '../storage/invoice-store.ts'
import { type ReminderDay, reminderKey } from '../storage/reminder-plan.ts'
import { subjectOf } from '../storage/save-change.ts'
import { type Candidate, findCandidates, insertReminder } from './reminder-store.ts'

export type ReminderDeps = ChangeDeps & { readonly database: Database }

/** The job that sends the reminder of one invoice. */
export const REMIND = 'invoices.remind'
const PAGE_INVOICES = 500

/** Creates a job for each invoice with a reminder on this day, once it is 09:00 in the organization's zone. */
export async function sendReminders(
  { database, clock }: Pick<ReminderDeps, 'database' | 'clock'>,
  { organizationId, day }: ReminderDay,
): Promise<void> {
  const key = reminderKey({ organizationId, day })
  const { timeZone, suspendedBy } = await getOrganization(database.db, organizationId)
  const dueAt = reminderMoment(day, timeZone)
  if (Temporal.Instant.compare(clock.now(), dueAt) < 0) {
    await database.transaction((tx) => schedule(tx, { ...key, dueAt }))
    return
  }
  // The pages of a suspended organization take no payment. The reminder is not sent later.
  if (suspendedBy !== undefined) return
  await awaitSchedulers(database, key)
  if (!(await hasReminders(database, organizationId))) return
  for (const kind of REMINDER_KINDS) {
    const dueOn = dueDateOf(kind, day)
    for (let afterPosition = 0, isMore = true; isMore; ) {
      const wanted = { organizationId, kind, dueOn, sentBefore: dueAt, afterPosition, limit: PAGE_INVOICES }
      const found = await findCandidates(database.db, wanted)
      await database.transaction((tx) => enqueueAll(tx, found.map(jobOf({ organizationId, kind, dueOn }))))
      afterPosition = found.at(-1)?.position ?? afterPosition
      isMore = found.length === PAGE_INVOICES
    }
  }
}

type ReminderOf = { readonly organizationId: string; readonly kind: ReminderKind; readonly dueOn: Temporal.PlainDate }
export type InvoiceReminder = ReminderOf & { readonly invoiceNumber: string }

function jobOf({ organizationId, kind, dueOn }: ReminderOf) {
  return ({ invoiceNumber }: Candidate) => ({
    job: REMIND,
    payload: { organizationId, kind, dueOn: dueOn.toString(), invoiceNumber },
  })
}

async function hasReminders({ db }: Database, organizationId: string): Promise<boolean> {
  return (await findSettingValues(db, organizationId)).enableReminders === true
}

/** Whether the merchant itself reminded the payer within the last day: nobody needs two reminders then. */
async function wasRemindedLately(tx: Tx, invoice: Invoice, at: Temporal.Instant): Promise<boolean> {
  const { organizationId, terms } = invoice
  const mails = { organizationId, subject: subjectOf(invoice), address: terms.customer.email ?? '', kinds: [] }
  const last = (await findMailTimes(tx, mails)).at(-1)
  return last !== undefined && Temporal.Instant.compare(last.add({ hours: 24 }), at) > 0
}

/** Sends a reminder, with history, event and mail, unless it is no longer needed or was already sent. */
export async function remindOf(deps: ReminderDeps, reminder: InvoiceReminder): Promise<void> {
  const { organizationId, invoiceNumber, kind, dueOn } = reminder
  const { timeZone, suspendedBy } = await getOrganization(deps.database.db, organizationId)
  if (suspendedBy !== undefined) return
  await deps.database.transaction(async (tx) => {
    const loaded = await lockInvoice(tx, { organizationId, invoiceNumber })
    const at = deps.clock.now()
    if (loaded === undefined || !isReminded(loaded.invoice, { kind, dueOn, at, timeZone })) return
    const { position } = loaded.invoice
    if (!(await insertReminder(tx, { organizationId, position, kind, dueOn, at }))) return
    if (await wasRemindedLately(tx, loaded.invoice, at)) return
    await recordReminder(tx, deps, { organizationId, by: { kind: 'service' } }, { invoiceNumber, kind })
  })
}
