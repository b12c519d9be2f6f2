import { loadPayerQuestions } from '../../invoicing/index.ts'
import { valueOrThrow } from '../../kernel/reading/reading.ts'
import { getOrganization } from '../../organizations/index.ts'
import { findAttemptOfRequest } from '../attempts/attempt-store.ts'
import { type PayRequest, pay } from '../attempts/pay.ts'
import type { Attempt, Payer } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { payerReader } from './read-payer.ts'

export type InvoicePayment = Omit<PayRequest, 'payer' | 'canReview' | 'isAuthenticated'> & {
  readonly organizationId: string
  /** As it was entered; it is read by the questions of the invoice. */
  readonly payer: unknown
  readonly consent?: Payer['consent']
}

/**
 * Pays an invoice as its page does. Whether the payer is authenticated and what has to be entered follows from the
 * merchant's settings, whether the payment may be held for review from its fraud management: no caller decides it.
 */
export async function payInvoice(deps: PaymentDeps, payment: InvoicePayment): Promise<Attempt> {
  const { organizationId, payer: entered, consent, ...request } = payment
  const { invoiceNumber, requestKey } = request
  const { db } = deps.database
  // A form that is sent again shows its outcome, even if the merchant asks for something else by now.
  const former = await findAttemptOfRequest(db, { organizationId, invoiceNumber, requestKey, kind: 'charge' })
  if (former !== undefined) return former
  const questions = await loadPayerQuestions(db, { organizationId, invoiceNumber })
  const payer = valueOrThrow(payerReader(questions)(entered, 'payer'))
  const { hasFraudManagement } = await getOrganization(db, organizationId)
  const actor = { organizationId, by: { kind: 'payer' } } as const
  return pay(deps, actor, {
    ...request,
    payer: { ...payer, consent },
    canReview: hasFraudManagement,
    isAuthenticated: questions.isAuthenticated,
  })
}
