// pure
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'

/** Publishes a draft without mailing it. */
export function published(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('publish', before), { at }, { submittedAt: at })
}
