// pure
import { type Change, changedQuietly } from './change.ts'
import type { Customer, Invoice } from './invoice.ts'

const NO_CUSTOMER: Customer = {
  name: undefined,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  merchantCustomerId: undefined,
  companyName: undefined,
}

/**
 * The invoice without its customer, and without description and custom fields, which are free text. Number,
 * position, status, amounts, dates and line items stay. The payment link that the customer knows stops working,
 * and nothing is mailed any more. An erasure is not a request of the merchant, so it adds no history and no event.
 */
export function erased(before: Invoice, { newToken }: { readonly newToken: string }): Change {
  return changedQuietly(before, {
    paymentToken: newToken,
    terms: {
      ...before.terms,
      customer: NO_CUSTOMER,
      description: undefined,
      deliveryMode: 'none',
      customFieldValues: [],
    },
  })
}
