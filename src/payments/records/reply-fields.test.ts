import { describe, expect, test } from 'vitest'
import { anInvoice, at, usd } from '../../../test/support/data/invoices.ts'
import { REASON_CODES, RESULT_DIGITS, RESULT_FLAGS } from '../../catalogue/codes/result-codes.ts'
import type { Attempt } from '../model/attempt.ts'
import { DECLINE_REASONS, METHODS } from '../port/port.ts'
import { externalPaymentRecord } from './external-records.ts'
import { recordsOfCharge, recordsOfFollowUp } from './payment-records.ts'
import type { PaymentRecord } from './record-fields.ts'

const now = at('2026-03-09T10:00:00Z')
const invoice = anInvoice({ invoiceNumber: 'A-7' })
const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  ...{ organizationId: 'shop', attemptId: `1${'0'.repeat(21)}`, kind: 'charge', paymentId: `1${'0'.repeat(21)}` },
  ...{ invoiceNumber: 'A-7', requestKey: 'k', status: 'approved', isReserved: false, processor: 'sandbox' },
  ...{ account: 'sandbox', isHosted: false, tokenId: undefined },
  ...{ method: 'card', amount: usd('12.50'), declineReason: undefined, facts: undefined, challengeUrl: undefined },
  ...{ note: undefined, payer: {}, createdAt: now, changedAt: now },
  ...given,
})
const charge = (given: Partial<Attempt>) => recordsOfCharge({ invoice, attempt: attempt(given), at: now })
const followUp = (given: Partial<Attempt>) => {
  const own = { attemptId: `2${'0'.repeat(21)}`, ...given }
  return recordsOfFollowUp({ invoice, attempt: attempt(own), charge: attempt(), at: now })
}
const external = (application: 'external_payment' | 'external_payment_reversal') => {
  const payment = { organizationId: 'shop', paymentId: `3${'0'.repeat(21)}`, method: 'cash', amount: usd('1.00') }
  return [
    externalPaymentRecord({ invoice, payment: { ...payment, receivedAt: now, details: {} }, application, at: now }),
  ]
}

const OUTCOMES: readonly (readonly [string, readonly PaymentRecord[]])[] = [
  ...METHODS.flatMap((method) => [
    [`${method} approved`, charge({ method })] as const,
    [`${method} in excess`, charge({ method, status: 'excess' })] as const,
    ...DECLINE_REASONS.map(
      (declineReason) => [`${method} ${declineReason}`, charge({ method, status: 'declined', declineReason })] as const,
    ),
    [`${method} refund`, followUp({ method, kind: 'refund' })] as const,
    [`${method} reversal`, followUp({ method, kind: 'reverse' })] as const,
  ]),
  ['review', charge({ status: 'review' })],
  ['capture', followUp({ kind: 'capture' })],
  ['declined capture', followUp({ kind: 'capture', status: 'declined', declineReason: 'declined' })],
  ['declined refund', followUp({ kind: 'refund', status: 'declined', declineReason: 'accountProblem' })],
  ['external payment', external('external_payment')],
  ['external reversal', external('external_payment_reversal')],
]

describe('every transaction', () => {
  test.each(OUTCOMES)('carries its client application, request id and reply: %s', (_, records) => {
    const transactions = records.filter(({ kind }) => kind === 'transaction' || kind === 'external-payment')

    expect(transactions.length).toBeGreaterThan(0)
    for (const { fields } of transactions) {
      expect(fields['Request.Source']).toBe('Invoicing')
      expect(fields['Request.RequestID']).toMatch(/^\d{22}$/)
      expect(REASON_CODES).toHaveProperty([fields['Application.ReasonCode'] ?? ''])
      expect(RESULT_FLAGS).toHaveProperty([fields['Application.Rflag'] ?? ''])
      expect(RESULT_DIGITS).toHaveProperty([fields['Application.Rcode'] ?? ''])
      expect(fields['Application.Rmsg']).toMatch(/^[A-Z].{5,254}\.$/)
    }
  })

  test.each([
    ['card approved', '1', '100', 'SOK'],
    ['review', '1', '480', 'SREVIEW'],
    ['card declined', '0', '203', 'DCARDREFUSED'],
    ['card insufficientFunds', '0', '204', 'DCARDREFUSED'],
    ['card expiredCard', '0', '202', 'DCARDEXPIRED'],
    ['card lostOrStolen', '0', '205', 'DCARDREFUSED'],
    ['card invalidCard', '0', '231', 'DINVALIDCARD'],
    ['card wrongSecurityCode', '0', '211', 'DCV'],
    ['card limitExceeded', '0', '210', 'DCARDREFUSED'],
    ['card notAllowed', '0', '208', 'DCARDREFUSED'],
    ['card issuerUnavailable', '0', '207', 'DCARDREFUSED'],
    ['card authenticationFailed', '0', '476', 'DAUTHENTICATIONFAILED'],
    ['card suspectedFraud', '0', '481', 'DREJECT'],
    ['bankDebit accountProblem', '0', '220', 'DCARDREFUSED'],
    ['card notProcessed', '-1', '250', 'ETIMEOUT'],
    ['declined refund', '0', '220', 'DCARDREFUSED'],
    ['external payment', '1', '100', 'SOK'],
  ])('has the published result of its outcome: %s is %s, %s, %s', (outcome, digit, reasonCode, flag) => {
    const records = OUTCOMES.find(([name]) => name === outcome)?.[1] ?? []

    expect(records[0]?.fields).toMatchObject({
      'Application.Rcode': digit,
      'Application.ReasonCode': reasonCode,
      'Application.Rflag': flag,
    })
  })
})
