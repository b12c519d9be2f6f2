// pure
import { instantOfLocalTime } from '../../kernel/time/local-time.ts'
import type { Change } from './change.ts'
import type { Invoice } from './invoice.ts'
import { linkEndsAt } from './payment-link.ts'
import type { ReminderKind } from './reminded.ts'

/** How many days after the due date each reminder is sent. */
const REMINDER_DAYS: Readonly<Record<ReminderKind, number>> = { reminder: -5, overdueReminder: 1 }
export const REMINDER_KINDS = Object.keys(REMINDER_DAYS) as readonly ReminderKind[]

const NINE = Temporal.PlainTime.from('09:00')
/** No zone is further ahead of or behind UTC. */
const FIRST_ZONE = '+14:00'
const LAST_ZONE = '-12:00'

type DueDate = { readonly kind: ReminderKind; readonly dueOn: Temporal.PlainDate }

/** The local date on which a reminder is sent. */
export function reminderDay({ kind, dueOn }: DueDate): Temporal.PlainDate {
  return dueOn.add({ days: REMINDER_DAYS[kind] })
}

/** The due date of the invoices whose reminder of this kind is sent on a day. */
export function dueDateOf(kind: ReminderKind, day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: REMINDER_DAYS[kind] })
}

/** When the reminders of a day are sent: at 09:00 in the organization's zone. */
export function reminderMoment(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return instantOfLocalTime(day, NINE, timeZone).at
}

/** When it is 09:00 of the day for the first time anywhere. */
export function firstMoment(day: Temporal.PlainDate): Temporal.Instant {
  return reminderMoment(day, FIRST_ZONE)
}

/**
 * The days on which a changed invoice may need a reminder. An invoice that could already get a reminder and has
 * the same due date is already planned. A day that is over in every time zone is left out.
 */
export function daysToPlan(
  { before, after }: Pick<Change, 'before' | 'after'>,
  { at }: { readonly at: Temporal.Instant },
): readonly Temporal.PlainDate[] {
  if (!isOpen(after)) return []
  const { dueOn } = after.terms
  if (before !== undefined && isOpen(before) && before.terms.dueOn.equals(dueOn)) return []
  const days = REMINDER_KINDS.map((kind) => reminderDay({ kind, dueOn }))
  return days.filter((day) => Temporal.Instant.compare(reminderMoment(day, LAST_ZONE), at) > 0)
}

type Moment = DueDate & { readonly at: Temporal.Instant; readonly timeZone: string }

/**
 * Whether the invoice gets a reminder now. A late one, such as after an outage, is still sent, but a reminder before
 * the due date only until that day is over.
 */
export function isReminded(invoice: Invoice, { kind, dueOn, at, timeZone }: Moment): boolean {
  if (!isOpen(invoice) || !invoice.terms.dueOn.equals(dueOn)) return false
  const endsAt = linkEndsAt(invoice)
  if (endsAt !== undefined && Temporal.Instant.compare(at, endsAt) >= 0) return false
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
  return kind === 'overdueReminder' || Temporal.PlainDate.compare(today, dueOn) <= 0
}

/** It was mailed, and something is owed that can be paid now. */
function isOpen({ status, terms }: Invoice): boolean {
  const hasAddress = terms.deliveryMode === 'email' && terms.customer.email !== undefined
  return hasAddress && (status === 'SENT' || status === 'PARTIAL')
}
