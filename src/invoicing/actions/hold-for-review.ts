import type { Actor } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeDeps } from '../action-deps.ts'
import type { Invoice } from '../domain/invoice.ts'
import { held } from '../domain/reviewed.ts'
import { openInvoice } from '../open-invoice.ts'
import { saveChange } from '../save-change.ts'

type Input = { readonly invoiceNumber: string } & Omit<Parameters<typeof held>[1], 'at'>

/** Holds the invoice while a payment is under fraud review, in the caller’s transaction. */
export async function holdForReview(
  tx: Tx,
  deps: ChangeDeps,
  actor: Actor,
  { invoiceNumber, ...input }: Input,
): Promise<Invoice> {
  const { organizationId } = actor
  const { invoice: before } = await openInvoice(tx, { organizationId, invoiceNumber })
  const at = deps.clock.now()
  const change = held(before, { ...input, at })
  await saveChange(tx, deps, change, { actor, action: 'invoice.held', at })
  return change.after
}
