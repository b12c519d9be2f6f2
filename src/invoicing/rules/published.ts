// pure
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'

/** No draft any more, and not mailed. */
export function published(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('publish', before), { at }, { submittedAt: at })
}
