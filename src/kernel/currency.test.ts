import { expect, test } from 'vitest'
import { CURRENCIES, decimalsOfCurrency, isCurrency } from './currency.ts'

test.each([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, 'USD EUR GBP CHF CNY INR MXN MGA MRU HUF TWD XCG XCD SLE ZWG VED VES STN BYN XAD CHE USN'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
])('amounts with %i decimals: %s', (decimals, codes) => {
  for (const code of codes.split(' ')) {
    expect([code, decimalsOfCurrency(code)]).toEqual([code, decimals])
  }
})

test('only the listed codes have other than two decimals', () => {
  const others = CURRENCIES.filter((code) => decimalsOfCurrency(code) !== 2)

  expect(others).toHaveLength(17 + 7 + 2)
})

test('codes are unique and have three capital letters', () => {
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
  expect(CURRENCIES.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
  expect(CURRENCIES).toHaveLength(166)
})

/** Withdrawn, or units of account without a number of decimals. */
const NOT_PAID_IN = ['ANG', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL']

test('every currency of the runtime is listed, unless it was withdrawn', () => {
  const missing = Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code))

  expect(missing.filter((code) => !NOT_PAID_IN.includes(code))).toEqual([])
})

test.each(['', 'usd', 'US', 'USDX', 'XAU', 'XBA', 'XTS', 'toString', '__proto__'])('"%s" is not a currency', (code) => {
  expect(isCurrency(code)).toBe(false)
  expect(decimalsOfCurrency(code)).toBeUndefined()
})
