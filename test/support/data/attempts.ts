import type { Attempt } from '../../../src/payments/model/attempt.ts'
import type { ProcessorFacts } from '../../../src/payments/port/port.ts'
import { at, usd } from './invoices.ts'

export const someFacts: ProcessorFacts = {
  reference: 'ref-1',
  account: { scheme: 'Visa', bin: '424242', suffix: '4242', expirationMonth: 3, expirationYear: 2030 },
  authorizationCode: '123456',
  responseCode: '00',
  addressCheck: 'Y',
  securityCodeCheck: 'M',
  authentication: { result: 'challenged', version: '2.2.0', indicator: '05', transactionId: undefined },
  storedCredential: undefined,
}

/** By default, an approved charge of 12.50 dollars with a card. */
export function anAttempt(given: Partial<Attempt> = {}): Attempt {
  const now = at('2026-03-09T10:00:00Z')
  return {
    ...{ organizationId: 'shop', attemptId: '1'.repeat(22), kind: 'charge', paymentId: '1'.repeat(22) },
    ...{ invoiceNumber: 'A-7', requestKey: 'k', status: 'approved', isReserved: false, processor: 'sandbox' },
    ...{ account: 'sandbox', isHosted: false, tokenId: undefined },
    ...{ method: 'card', amount: usd('12.50'), declineReason: undefined, facts: someFacts, challengeUrl: undefined },
    ...{ note: undefined, payer: { email: 'payer@example.com' }, createdAt: now, changedAt: now },
    ...given,
  }
}
