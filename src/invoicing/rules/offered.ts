// pure
import { missing, type Problem } from '../../kernel/reading/reading.ts'
import type { Customer, DeliveryMode, Invoice } from './invoice.ts'
import { type Facts, ruleFor } from './state-machine.ts'

/** The requests that change an invoice and that its links offer. */
export type OfferedAction = 'update' | 'send' | 'cancel'

/** The part of an invoice that decides which of them succeed. */
export type Offerable = Pick<Invoice, 'status' | 'reserved'> & {
  readonly terms: { readonly deliveryMode: DeliveryMode; readonly customer: Pick<Customer, 'name' | 'email'> }
}

/** No rule of the offered actions depends on the payment in question: there is none. */
const WITHOUT_PAYMENT: Omit<Facts, 'deliveryMode' | 'hasReservation'> = {
  leavesBalance: true,
  hasEarlierPayments: false,
  isTaken: false,
  hasOtherReview: false,
  wasSentBefore: false,
}

/** Whether the action would succeed now, given a valid body; a resend may have to wait until its limit allows it. */
export function isOffered(action: OfferedAction, invoice: Offerable): boolean {
  const { status, reserved, terms } = invoice
  const facts = { ...WITHOUT_PAYMENT, deliveryMode: terms.deliveryMode, hasReservation: reserved.minor > 0n }
  const rule = ruleFor(action, status, facts)
  if ('refusal' in rule) return false
  return action !== 'send' || rule.mail === undefined || recipientProblems(invoice).length === 0
}

/** The missing parts of the customer to whom the invoice would be mailed. */
export function recipientProblems({ terms: { customer } }: Offerable): readonly Problem[] {
  const needed = [
    ['customerInformation.name', customer.name],
    ['customerInformation.email', customer.email],
  ] as const
  return needed
    .filter(([, value]) => value === undefined)
    .map(([field]) => missing(field, 'is required to send the invoice by email'))
}
