import { expect, test } from 'vitest'
import { type LifeRecord, lifeOf } from './life.ts'

function aRecord(kind: LifeRecord['kind'], at: number, fields: LifeRecord['fields'], isRefund = 0): LifeRecord {
  return { kind, recordId: `${kind}-${at}`, transactionId: '1', occurredAtMs: at, isRefund, fields }
}
const money = { 'PaymentData.RequestedAmount': '100', 'PaymentData.RequestedAmountCurrencyCode': 'KWD' }
const service = (name: string, flag = 'SOK') => ({ 'Application.Name': name, 'Application.Rflag': flag, ...money })

test('a life goes from authorization to funding, oldest first, whatever the order of its records', () => {
  const records = [
    aRecord('funding', 5, { 'Funding.FundingAmount': '99.5', 'Funding.FundingCurrency': 'USD' }),
    aRecord('settlement', 4, money),
    aRecord('batch-item', 3, { ...money, 'Batch.BatchID': 'B1' }),
    aRecord('transaction', 1, service('ics_bill')),
    aRecord('transaction', 1, service('ics_auth')),
    aRecord('transaction', 6, { ...service('ics_credit'), 'PaymentData.RequestedAmount': '-40' }, 1),
  ]

  expect(lifeOf(records).map(({ event, amount, currency, note }) => [event, amount, currency, note])).toEqual([
    ['AUTHORIZED', '100', 'KWD', undefined],
    ['CAPTURED', '100', 'KWD', undefined],
    ['BATCHED', '100', 'KWD', 'B1'],
    ['SETTLED', '100', 'KWD', undefined],
    ['FUNDED', '99.5', 'USD', undefined],
    ['REFUNDED', '40', 'KWD', undefined],
  ])
})

test('reviews, declines, reversals and disputes are named by their results', () => {
  const dispute = (type: string, impact: string) => ({
    'ChargebackAndRetrieval.CaseType': type,
    'ChargebackAndRetrieval.FinancialImpactType': impact,
  })
  const records = [
    aRecord('transaction', 1, service('ics_auth', 'SREVIEW')),
    aRecord('conversion', 2, {
      'Conversion.NewDecision': 'REJECT',
      'Conversion.Reviewer': 'ada',
      'Conversion.ReviewerComments': 'odd',
    }),
    aRecord('transaction', 3, service('ics_auth_reversal')),
    aRecord('transaction', 4, { ...service('ics_auth', 'DCARDREFUSED'), 'Application.Rmsg': 'refused' }),
    aRecord('transaction', 5, service('ics_credit', 'DINVALIDDATA'), 1),
    aRecord('chargeback-or-retrieval', 6, dispute('Chargeback', 'debit')),
    aRecord('chargeback-or-retrieval', 7, dispute('Representment', 'credit')),
    aRecord('chargeback-or-retrieval', 8, dispute('Representment', 'none')),
    aRecord('payer-authentication', 9, { 'Application.Rcode': '0' }),
    aRecord('external-payment', 10, { 'Application.Name': 'external_payment_reversal' }),
    aRecord('deposit', 11, {}),
  ]

  const entries = lifeOf(records)

  expect(entries.map(({ event }) => event)).toEqual([
    ...['HELD', 'REJECTED', 'REVERSED', 'DECLINED', 'REFUND_DECLINED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST'],
    ...['NOT_AUTHENTICATED', 'RECEIPT_REVERSED'],
  ])
  expect([entries[1]?.note, entries[3]?.note]).toEqual(['ada · odd', 'refused'])
})
