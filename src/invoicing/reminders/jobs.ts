import { assert } from '../../kernel/assert.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { REMINDER_KINDS } from '../rules/reminder-days.ts'
import { SEND_REMINDERS } from '../storage/reminder-plan.ts'
import { type InvoiceReminder, REMIND, type ReminderDeps, remindOf, sendReminders } from './send-reminders.ts'

/** The jobs that send reminders: those of an organization's day, and of an invoice. */
export function reminderJobs(deps: ReminderDeps): JobHandlers {
  return {
    [SEND_REMINDERS]: (payload) => {
      const { organizationId, subject } = readAgendaItem(payload)
      return sendReminders(deps, { organizationId, day: Temporal.PlainDate.from(subject) })
    },
    [REMIND]: (payload) => remindOf(deps, readReminder(payload)),
  }
}

function readReminder(payload: unknown): InvoiceReminder {
  const { organizationId, invoiceNumber, kind: name, dueOn } = payload as Readonly<Record<string, unknown>>
  const kind = REMINDER_KINDS.find((known) => known === name)
  assert(
    typeof organizationId === 'string' &&
      typeof invoiceNumber === 'string' &&
      typeof dueOn === 'string' &&
      kind !== undefined,
    'A reminder carries its invoice, its kind and the due date.',
  )
  return { organizationId, invoiceNumber, kind, dueOn: Temporal.PlainDate.from(dueOn) }
}
