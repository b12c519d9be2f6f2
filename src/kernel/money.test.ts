import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, decimalsOfCurrency } from './currency.ts'
import { type Decimal, parseDecimal } from './decimal.ts'
import {
  compareMoney,
  decimalOfMoney,
  formatMoney,
  type Money,
  minus,
  moneyOf,
  nearestMoney,
  parseMoney,
  plus,
  zero,
} from './money.ts'

const currency = fc.constantFrom(...CURRENCIES)
const minor = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n })
const money: fc.Arbitrary<Money> = fc.record({ minor, currency })

const decimalOf = (text: string): Decimal => parseDecimal(text) as Decimal

describe('amounts in a currency', () => {
  test.each([
    ['100.00', 'JPY', 100n],
    ['120.5', 'USD', 12050n],
    ['1.2340', 'BHD', 1234n],
    ['0.0001', 'CLF', 1n],
    ['0', 'EUR', 0n],
  ])('%s %s is exact', (text, code, expected) => {
    expect(moneyOf(decimalOf(text), code)).toEqual({ minor: expected, currency: code })
  })

  test.each([
    ['100.01', 'JPY'],
    ['1.005', 'USD'],
    ['1.2345', 'BHD'],
    ['0.00001', 'CLF'],
  ])('%s %s has too many decimals', (text, code) => {
    expect(moneyOf(decimalOf(text), code)).toBeUndefined()
  })

  test.each([
    ['1.005', 'USD', 101n],
    ['0.5', 'JPY', 1n],
    ['1.23449', 'BHD', 1234n],
    ['0.00005', 'UYW', 1n],
  ])('%s %s can be rounded', (text, code, expected) => {
    expect(nearestMoney(decimalOf(text), code)).toEqual({ minor: expected, currency: code })
  })
})

describe('in every currency', () => {
  test('formatting and parsing are inverse', () => {
    fc.assert(
      fc.property(money, (amount) => {
        const text = formatMoney(amount)

        expect(parseMoney(text, amount.currency)).toEqual(amount)
        expect(text.split('.')[1]?.length ?? 0).toBe(decimalsOfCurrency(amount.currency))
      }),
      { numRuns: 500 },
    )
  })

  test('an amount as a decimal is the same amount, rounded or not', () => {
    fc.assert(
      fc.property(money, (amount) => {
        expect(moneyOf(decimalOfMoney(amount), amount.currency)).toEqual(amount)
        expect(nearestMoney(decimalOfMoney(amount), amount.currency)).toEqual(amount)
      }),
    )
  })

  test('parts sum to the whole, in any order', () => {
    fc.assert(
      fc.property(currency, fc.array(minor, { maxLength: 40 }), (code, minors) => {
        const parts = minors.map((units): Money => ({ minor: units, currency: code }))
        const whole = parts.reduce(plus, zero(code))

        expect(parts.reduceRight((sum, part) => plus(sum, part), zero(code))).toEqual(whole)
        expect(parts.reduce((rest, part) => minus(rest, part), whole)).toEqual(zero(code))
      }),
    )
  })

  test('the sign of the difference gives the order', () => {
    fc.assert(
      fc.property(currency, minor, minor, (code, a, b) => {
        const [left, right]: [Money, Money] = [
          { minor: a, currency: code },
          { minor: b, currency: code },
        ]
        const difference = minus(left, right).minor

        expect(compareMoney(left, right) > 0).toBe(difference > 0n)
        expect(compareMoney(left, right) < 0).toBe(difference < 0n)
        expect(compareMoney(left, right) === 0).toBe(difference === 0n)
      }),
    )
  })
})

test('amounts of two currencies can be neither added nor compared', () => {
  expect(() => plus(zero('USD'), zero('EUR'))).toThrow('two currencies')
  expect(() => minus(zero('USD'), zero('EUR'))).toThrow('two currencies')
  expect(() => compareMoney(zero('USD'), zero('EUR'))).toThrow('two currencies')
})

test('money in an unknown currency is a bug', () => {
  expect(() => formatMoney({ minor: 1n, currency: 'XBA' })).toThrow('currency that we know')
})
