// pure
import type { Change } from './change.ts'
import type { Customer, Invoice } from './invoice.ts'

const NOBODY: Customer = {
  name: undefined,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  merchantCustomerId: undefined,
  companyName: undefined,
}

/**
 * Without the customer and all that was said to or of them: the description and the custom fields, which
 * are free text. Number, place, status, amounts, dates and line items, which are about goods, stay. The link
 * that the customer knows leads nowhere, and nothing is mailed any more. It is no request of the merchant and no
 * part of the history, so it leaves neither a trace there nor an event.
 */
export function erased(before: Invoice, { newToken }: { readonly newToken: string }): Change {
  return {
    before,
    after: {
      ...before,
      version: before.version + 1,
      paymentToken: newToken,
      terms: {
        ...before.terms,
        customer: NOBODY,
        description: undefined,
        deliveryMode: 'none',
        customFieldValues: [],
      },
    },
    history: [],
    event: undefined,
    mail: undefined,
  }
}
