// pure
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice } from './invoice.ts'

export function canceled(before: Invoice, { at }: { readonly at: Temporal.Instant }): Change {
  return moved(before, moveOf('cancel', before), { at }, { submittedAt: at })
}
