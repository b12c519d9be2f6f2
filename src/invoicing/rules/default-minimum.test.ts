import { expect, test } from 'vitest'
import { CURRENCIES } from '../../kernel/currency.ts'
import { formatMoney } from '../../kernel/money.ts'
import { defaultMinimumOf } from './default-minimum.ts'

test.each([
  ['USD', '1.00'],
  ['EUR', '1.00'],
  ['JPY', '100'],
  ['KRW', '1000'],
  ['KWD', '0.500'],
  ['IQD', '1000.000'],
  ['CLF', '0.0200'],
  ['UYI', '10'],
  ['INR', '100.00'],
  ['IDR', '20000.00'],
])('the smallest part in %s is %s', (currency, minimum) => {
  expect(formatMoney(defaultMinimumOf(currency))).toBe(minimum)
})

test('every currency has a smallest part, which is more than its smallest unit', () => {
  const minimums = CURRENCIES.map(defaultMinimumOf)

  expect(minimums.filter(({ minor }) => minor < 10n)).toEqual([])
  expect(minimums.map(({ currency }) => currency)).toEqual(CURRENCIES)
})
