import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import type { ChangeDeps } from './action-deps.ts'
import type { FoundInvoice } from './found-invoice.ts'
import { type AskedInvoice, openInvoice } from './open-invoice.ts'
import { type InvoiceAction, saveChange } from './save-change.ts'

export type InvoiceChange = {
  readonly asked: Omit<AskedInvoice, 'organizationId'>
  readonly action: InvoiceAction
  /** Pure: it may be asked again where the transaction is. */
  readonly decide: (before: Invoice, moment: { readonly at: Temporal.Instant }) => Change
}

/** Changes an invoice in the caller's transaction, and tells of it. */
export async function applyInvoiceChange(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { asked, action, decide }: InvoiceChange,
): Promise<FoundInvoice> {
  const found = await openInvoice(tx, { ...asked, organizationId: actor.organizationId })
  const at = deps.clock.now()
  const change = decide(found.invoice, { at })
  await saveChange(tx, deps, change, { actor, action, at })
  return { ...found, invoice: change.after }
}

/** Beside the invoice's number, all that the decision asks for but the time. */
type Given<Input> = { readonly invoiceNumber: string } & Omit<Input, 'at'>

/** An action for payments: it decides by what it is given, in the caller's transaction. */
export function changeForPayments<Input extends { readonly at: Temporal.Instant }>(
  action: InvoiceAction,
  decide: (before: Invoice, input: Input) => Change,
) {
  return async (
    tx: Tx,
    deps: ChangeDeps,
    actor: Actor,
    { invoiceNumber, ...input }: Given<Input>,
  ): Promise<Invoice> => {
    const { invoice } = await applyInvoiceChange(tx, deps, actor, {
      asked: { invoiceNumber },
      action,
      // The compiler does not see that what was left out of a type and is put back makes it whole.
      decide: (before, { at }) => decide(before, { ...input, at } as unknown as Input),
    })
    return invoice
  }
}
