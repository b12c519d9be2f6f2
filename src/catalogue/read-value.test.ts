import { expect, test } from 'vitest'
import { FIELDS } from './catalogue.ts'
import { readValue } from './read-value.ts'

function read(wireName: string, raw: unknown) {
  const field = FIELDS.find((candidate) => candidate.wireName === wireName)
  if (field === undefined) throw new Error(`There is no field ${wireName}.`)
  return readValue(field, raw, false)
}

test.each([
  ['Deposit.ExchangeRate', '1.23450000', { value: 123450000n }],
  ['Deposit.ExchangeRate', '1.23456', { problem: 'has more than 4 decimals' }],
  ['PaymentData.ExchangeRate', '1.23456789', { value: 123456789n }],
  ['PaymentData.ExchangeRate', '1.234567891', { problem: 'has more than 8 decimals' }],
  ['PaymentData.RequestedAmount', '-12.3400', { value: -123400n }],
  ['PaymentData.RequestedAmount', 1e-7, { problem: 'has more than 4 decimals' }],
  ['PaymentData.RequestedAmount', '123456789012345', { problem: 'is too large' }],
  ['PaymentMethod.AccountSuffix', '4111 1111 1111 1111', { value: '1111' }],
  ['VEReq.Pan', '4111 1111 1111 1111', { value: '411111xxxxxx1111' }],
  ['VEReq.Pan', '411111xxxxxx1111', { value: '411111xxxxxx1111' }],
  ['BillTo.City', '', { value: undefined }],
  ['BillTo.City', ' ', { value: ' ' }],
  ['PaymentData.RequestedAmount', '.5', { value: 5000n }],
  ['PaymentData.RequestedAmount', '-.5', { value: -5000n }],
  ['PaymentData.RequestedAmount', '.', { problem: 'must be a decimal number such as 12.34' }],
  ['PaymentData.RequestedAmount', '  ', { value: undefined }],
  ['Sender.DOB', ' ', { value: undefined }],
  ['Sender.DOB', '2024-02-29', { value: 19782 }],
  ['Sender.DOB', '2023-02-29', { problem: 'must be a date such as 2026-03-09' }],
])('%s is read from %j', (wireName, raw, expected) => {
  expect(read(wireName, raw)).toEqual(expected)
})
