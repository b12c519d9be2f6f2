import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExactJson } from './exact-json.ts'

test.each([
  ['{"totalAmount":250.05}', { totalAmount: '250.05' }],
  ['{"totalAmount":250.10}', { totalAmount: '250.10' }],
  ['{"totalAmount":100}', { totalAmount: '100' }],
  ['{"amount":999999999999.99,"unitPrice":0.000001}', { amount: '999999999999.99', unitPrice: '0.000001' }],
  ['{"taxRate":7.5,"discountPercent":10}', { taxRate: '7.5', discountPercent: '10' }],
  ['{"totalInvoices":12,"quantity":3}', { totalInvoices: 12, quantity: 3 }],
  ['{"anything":1.5}', { anything: '1.5' }],
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['{"amount":null,"isPaid":true,"name":"12.50"}', { amount: null, isPaid: true, name: '12.50' }],
  ['[{"sums":[{"balanceAmount":-0.01}]}]', [{ sums: [{ balanceAmount: '-0.01' }] }]],
])('%s keeps amounts as text', (text, value) => {
  expect(readExactJson(text)).toEqual(value)
})

test('no digit of an amount is lost', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(999_999), (whole, decimals) => {
      const amount = `${whole}.${String(decimals).padStart(6, '0')}`

      expect(readExactJson(`{"totalAmount":${amount}}`)).toEqual({ totalAmount: amount })
    }),
  )
})
