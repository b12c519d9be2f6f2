// pure

import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { zero } from '../../kernel/money.ts'
import { invalid, type Problem } from '../../kernel/reading/reading.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice, InvoiceTerms } from './invoice.ts'

/** Refuses an update that the invoice's state does not allow. */
export function refuseForbiddenUpdate(before: Invoice, { hasLines }: { hasLines: boolean }): void {
  moveOf('update', before)
  if (before.terms.lines.length === 0 || hasLines) return
  throw actionNotAllowed('An itemized invoice cannot become an amount-only invoice: cancel it and create a new one.', [
    'orderInformation.lineItems',
  ])
}

/** The number cannot be changed, but an update can repeat it. */
export function numberProblems({ invoiceNumber }: Invoice, wanted: string | undefined): readonly Problem[] {
  if (wanted === undefined || wanted === invoiceNumber) return []
  return [invalid('invoiceInformation.invoiceNumber', 'cannot be changed')]
}

/** The invoice with new terms. A new customer address gets a new payment link. */
export function updated(
  before: Invoice,
  terms: InvoiceTerms,
  { at, newToken }: { readonly at: Temporal.Instant; readonly newToken: string },
): Change {
  const move = moveOf('update', before)
  const hasOtherEmail = terms.customer.email !== before.terms.customer.email
  // Nothing is paid yet, so all of the new total is owed, in what may be another currency.
  const { total } = terms.amounts
  return moved(
    before,
    move,
    { at },
    {
      submittedAt: at,
      terms,
      balance: total,
      reserved: zero(total.currency),
      paymentToken: hasOtherEmail ? newToken : before.paymentToken,
    },
  )
}
