// pure
import { refuseContent } from '../../kernel/reading/reading.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'
import { recipientProblems } from './offered.ts'

/** Publishes a draft without mailing it. */
export function published(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('publish', before), { at }, { submittedAt: at })
}

/** Mailed to the customer, or published if its deliveryMode is none. */
export function sent(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  const move = moveOf('send', before)
  if (move.mail !== undefined) refuseContent(recipientProblems(before))
  return moved(before, move, { at }, { submittedAt: at })
}

/** The mail server refused the mail for good: the merchant shares the link, or sends the invoice to another address. */
export function undelivered(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('returnUndelivered', before), { at })
}

export function canceled(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('cancel', before), { at }, { submittedAt: at })
}
