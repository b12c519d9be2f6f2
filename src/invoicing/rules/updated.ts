// pure
import { zero } from '../../kernel/money.ts'
import { invalid, type Problem } from '../../kernel/reading/reading.ts'
import { actionNotAllowed } from '../reading/action-not-allowed.ts'
import { type Change, moved, moveOf } from './change.ts'
import type { Invoice, InvoiceTerms } from './invoice.ts'

/** Refuses an update by the invoice's state, whatever it would say. */
export function refuseForbiddenUpdate(before: Invoice, { hasLines }: { hasLines: boolean }): void {
  moveOf('update', before)
  if (before.terms.lines.length === 0 || hasLines) return
  throw actionNotAllowed('An itemized invoice cannot become an amount only invoice: cancel it and create a new one.', [
    'orderInformation.lineItems',
  ])
}

/** The number was given for good; saying it again is no change. */
export function numberProblems({ invoiceNumber }: Invoice, wanted: string | undefined): readonly Problem[] {
  if (wanted === undefined || wanted === invoiceNumber) return []
  return [invalid('invoiceInformation.invoiceNumber', 'cannot be changed')]
}

/** With the new terms in place of the old. Another customer address gets another payment link. */
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
