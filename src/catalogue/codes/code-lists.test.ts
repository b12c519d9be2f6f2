import { expect, test } from 'vitest'
import { FIELDS } from '../catalogue.ts'
import type { CodeList } from '../field.ts'

const codesOf = (wireName: string): CodeList => {
  const type = FIELDS.find((field) => field.wireName === wireName)?.type
  return type?.kind === 'code' ? type.codes : {}
}

test.each([
  ['Fee.DowngradeReasonCode', ['1', '2', '8', '9', 'A', 'D', 'K', 'L', 'R', 'U', 'V', 'W', 'X']],
  ['Fee.BillingCycle', ['daily', 'weekly', 'monthly']],
  ['Fee.BillingType', ['discount', 'interchangePlus', 'serviceFee', 'other']],
  ['ChargebackAndRetrieval.FinancialImpactType', ['debit', 'credit', 'none']],
  ['Deposit.Status', ['S', 'P', 'F']],
  ['Funding.Status', ['S', 'P', 'F']],
  ['GiftCard.RedemptionType', ['CASHOUT', 'REDEMPTION', 'REDEMPTION_PARTIAL_ALLOWED']],
  ['Application.Rcode', ['0', '1', '-1']],
])('%s has the codes of the specification and no others', (wireName, codes) => {
  expect(Object.keys(codesOf(wireName))).toEqual(codes)
})

test('the list of applications matches the values that filters accept', () => {
  const names = Object.keys(codesOf('Application.Name'))

  expect(names).toHaveLength(100)
  for (const name of names) expect(name).toMatch(/^(ics|paypal)(_[a-z]+)+$/)
  for (const name of ['ics_auth', 'ics_bill', 'ics_bank_transfer_real_time', 'paypal_ipn']) {
    expect(names).toContain(name)
  }
})

test('payments of invoices have their own source', () => {
  expect(codesOf('Request.Source')).toHaveProperty('Invoicing')
  expect(codesOf('OrderFields.ConnectionMethod')).toHaveProperty('Invoicing')
})

test('every code fits its field and has a meaning, and every default is one of the codes', () => {
  for (const { wireName, type } of FIELDS) {
    if (type.kind !== 'code') continue
    const { codes, lengthMax, defaultCode } = type

    expect(Object.keys(codes).length, wireName).toBeGreaterThan(1)
    for (const [code, meaning] of Object.entries(codes)) {
      expect(code.length, wireName).toBeLessThanOrEqual(lengthMax)
      expect(meaning, wireName).toMatch(/\.$/)
    }
    if (defaultCode !== undefined) expect(codes, wireName).toHaveProperty(defaultCode)
  }
})

test('a gift card can pay a part by default', () => {
  const field = FIELDS.find(({ wireName }) => wireName === 'GiftCard.RedemptionType')

  expect(field?.type).toMatchObject({ defaultCode: 'REDEMPTION_PARTIAL_ALLOWED' })
})
