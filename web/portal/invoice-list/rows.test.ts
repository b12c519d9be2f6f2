import { expect, test } from 'vitest'
import { type ListedInvoice, rowOf } from './rows.ts'

function listed(status: ListedInvoice['status'], dueDate: string, balanceAmount = '100.00'): ListedInvoice {
  return {
    ...{ id: 'A1', status, createdDate: '2026-03-01T23:30:00Z', customerInformation: { name: 'Tanya Lee' } },
    invoiceInformation: { dueDate },
    orderInformation: { amountDetails: { totalAmount: '100.00', balanceAmount, currency: 'USD' } },
  }
}
const berlin = {
  today: '2026-03-10',
  timeZone: 'Europe/Berlin',
  merchantOf: () => undefined,
  isNameShared: () => false,
}

test.each([
  ['SENT', '2026-03-09', '100.00', 'OVERDUE', 1],
  ['CREATED', '2026-03-10', '100.00', 'OPEN', 0],
  ['SENT', '2026-03-11', '100.00', 'OPEN', undefined],
  ['PARTIAL', '2026-03-11', '40.00', 'PARTIAL', undefined],
  ['PARTIAL', '2026-02-28', '40.00', 'OVERDUE', 10],
  ['PENDING', '2026-02-28', '100.00', 'PENDING', 10],
  ['PAID', '2026-02-28', '0.00', 'PAID', undefined],
  ['CANCELED', '2026-02-28', '0', 'CANCELED', undefined],
  ['DRAFT', '2026-02-28', '100.00', 'DRAFT', undefined],
] as const)('%s, due %s, with %s to pay, is shown as %s', (status, due, balance, shown, daysLate) => {
  expect(rowOf(listed(status, due, balance), berlin)).toMatchObject({ status: shown, daysLate })
})

test('the day of issue is the one in the organization’s zone', () => {
  expect(rowOf(listed('SENT', '2026-03-11'), berlin).issuedOn).toBe('2026-03-02')
  expect(rowOf(listed('SENT', '2026-03-11'), { ...berlin, timeZone: 'America/New_York' }).issuedOn).toBe('2026-03-01')
})

test('an invoice without a language of its own has that of its merchant, which is named', () => {
  const merchant = { organizationId: 'shop1', name: 'Café Bar', deliveryLanguage: 'ja-JP' }
  const invoice = { ...listed('SENT', '2026-03-11'), organizationId: 'shop1' }
  const merchantOf = (id: string | undefined) => (id === 'shop1' ? merchant : undefined)
  const own = { ...invoice, invoiceInformation: { dueDate: '2026-03-11', deliveryLanguage: 'de-DE' } }

  const usual = { merchantName: 'Café Bar', language: 'ja-JP', isUsualLanguage: true, key: 'shop1:A1' }
  expect(rowOf(invoice, { ...berlin, merchantOf })).toMatchObject(usual)
  expect(rowOf(own, { ...berlin, merchantOf })).toMatchObject({ language: 'de-DE', isUsualLanguage: false })
  expect(rowOf(invoice, berlin)).toMatchObject({ merchantName: undefined, language: undefined, merchantId: 'shop1' })
})
