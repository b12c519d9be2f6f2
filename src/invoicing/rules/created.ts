// pure
import { zero } from '../../kernel/money.ts'
import type { Change } from './change.ts'
import type { ClientReference, InvoiceTerms } from './invoice.ts'
import { CREATIONS } from './state-machine.ts'

type NewInvoice = {
  readonly organizationId: string
  readonly position: number
  readonly invoiceNumber: string
  readonly terms: InvoiceTerms
  readonly clientReference: ClientReference
  readonly sendImmediately: boolean
  readonly paymentToken: string
}

/** A draft, a published invoice, or one that is sent immediately. */
export function created({ sendImmediately, ...input }: NewInvoice, { at }: { readonly at: Temporal.Instant }): Change {
  const { terms } = input
  const { total } = terms.amounts
  const creation = CREATIONS[terms.deliveryMode][sendImmediately ? 'immediately' : 'later']
  return {
    before: undefined,
    after: {
      ...input,
      status: creation.to,
      version: 1,
      createdAt: at,
      submittedAt: at,
      publishedAt: creation.to === 'DRAFT' ? undefined : at,
      balance: total,
      reserved: zero(total.currency),
      openReviews: 0,
      statusBeforePayment: undefined,
    },
    history: creation.history.map((event) => ({ event, at, transaction: undefined })),
    event: creation.event === undefined ? undefined : { type: creation.event, transaction: undefined },
    mail: creation.mail,
  }
}
