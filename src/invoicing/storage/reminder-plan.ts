import type { Write } from '../../platform/postgres/write-together.ts'
import { scheduleUnlessScheduled } from '../../platform/queue/agenda.ts'
import type { Change } from '../rules/change.ts'
import { daysToPlan, firstMoment } from '../rules/reminder-days.ts'

/** The job that sends the reminders of one organization's day; its subject is the date. */
export const SEND_REMINDERS = 'invoices.send-reminders'

/**
 * Puts the days on which the changed invoice may need a reminder on the agenda: one row for all invoices of a
 * day, at the first moment at which it can be 09:00. Its job knows the organization's zone and waits for the rest.
 */
export function reminderPlanWrites(change: Change, moment: { readonly at: Temporal.Instant }): readonly Write[] {
  const { organizationId } = change.after
  return daysToPlan(change, moment).map((day) =>
    scheduleUnlessScheduled({ ...reminderKey({ organizationId, day }), dueAt: firstMoment(day) }),
  )
}

export type ReminderDay = { readonly organizationId: string; readonly day: Temporal.PlainDate }

export function reminderKey({ organizationId, day }: ReminderDay) {
  return { organizationId, kind: SEND_REMINDERS, subject: day.toString() }
}
