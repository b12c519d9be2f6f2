// pure
import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { refuseContent } from '../../kernel/reading/reading.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { INVOICE_EVENTS } from './invoice-event.ts'
import { recipientProblems } from './offered.ts'
import { hasLinkEnded } from './payment-link.ts'

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

type Request = { readonly at: Temporal.Instant; readonly timeZone: string }

/** A reminder that the merchant asks for; the due date decides which of the two it is. */
export function remindedOnRequest(before: Invoice, { at, timeZone }: Request): Change {
  moveOf('remind', before)
  const refusal = needlessReminder(before, at)
  if (refusal !== undefined) throw actionNotAllowed(refusal)
  refuseContent(recipientProblems(before))
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
  const isOverdue = Temporal.PlainDate.compare(before.terms.dueOn, today) < 0
  const change = reminded(before, { at, kind: isOverdue ? 'overdueReminder' : 'reminder' })
  return { ...change, after: { ...change.after, submittedAt: at }, isReminderRequested: true }
}

/** Why there is nothing to remind the payer of, although the status allows it. */
export function needlessReminder(invoice: Invoice, at: Temporal.Instant): string | undefined {
  if (invoice.balance.minor <= 0n) return 'Nothing is owed on the invoice.'
  if (hasLinkEnded(invoice, at))
    return 'The payment link has expired: update the invoice with a later expirationDate first.'
  return undefined
}
