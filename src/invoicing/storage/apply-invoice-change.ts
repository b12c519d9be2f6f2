import type { Actor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import type { ChangeDeps } from './action-deps.ts'
import type { LoadedInvoice } from './loaded-invoice.ts'
import { type InvoiceTarget, lockTarget } from './lock-target.ts'
import { type AlsoWrite, type InvoiceAction, saveChange } from './save-change.ts'

export type InvoiceChange = {
  readonly target: Omit<InvoiceTarget, 'organizationId'>
  readonly action: InvoiceAction
  /** Pure, because the transaction can be repeated. */
  readonly decide: (before: Invoice, moment: { readonly at: Temporal.Instant }) => Change
  /** Refuses a change that rules allow, by what else is stored; runs under the lock of the invoice. */
  readonly check?: ((change: Change) => Promise<void>) | undefined
  readonly alsoWrite?: AlsoWrite | undefined
  /** The id of the mail that the change sends, for a caller that follows it. */
  readonly mailId?: string | undefined
}

/** Changes an invoice in the caller's transaction, with audit entry, event and mail. */
export async function applyInvoiceChange(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { target: asked, action, decide, check, alsoWrite, mailId }: InvoiceChange,
): Promise<LoadedInvoice> {
  const loaded = await lockTarget(tx, { ...asked, organizationId: actor.organizationId })
  const at = deps.clock.now()
  const change = decide(loaded.invoice, { at })
  await check?.(change)
  await saveChange(tx, deps, change, { actor, action, at, alsoWrite, mailId })
  return { ...loaded, invoice: change.after }
}
