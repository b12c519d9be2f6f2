// pure
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'

/** The mail server refused the mail for good: the merchant shares the link, or sends the invoice to another address. */
export function undelivered(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('returnUndelivered', before), { at })
}
