// pure
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { INVOICE_EVENTS } from './invoice-event.ts'

/** Before and after the due date. */
export type ReminderKind = 'reminder' | 'overdueReminder'

const REMINDER_MAILS = { reminder: 'reminder', overdueReminder: 'overdue-reminder' } as const

export function reminded(
  before: Invoice,
  { at, kind }: { readonly at: Temporal.Instant; readonly kind: ReminderKind },
): Change {
  const move = moveOf('remind', before)
  return moved(before, { ...move, event: INVOICE_EVENTS[kind], mail: REMINDER_MAILS[kind] }, { at })
}
