import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Decimal,
  decimalsOf,
  differenceOf,
  formatDecimal,
  hundredth,
  isZero,
  parseDecimal,
  rounded,
  sumOf,
  times,
  withScale,
} from './decimal.ts'

const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: 0, max: 12 }),
})

/** Both as whole numbers of the same tiny unit. */
function inUnits({ units, scale }: Decimal, scaleMax: number): bigint {
  return units * 10n ** BigInt(scaleMax - scale)
}

describe('reading', () => {
  test.each([
    ['0', 0n, 0],
    ['120.50', 12050n, 2],
    ['.5', 5n, 1],
    ['5.', 5n, 0],
    ['007', 7n, 0],
    ['-1.25', -125n, 2],
    ['123456789012345678901234567890.1', 1234567890123456789012345678901n, 1],
  ])('%s is %i with %i decimals', (text, units, scale) => {
    expect(parseDecimal(text)).toEqual({ units, scale })
  })

  test.each(['', '.', '-', '-.', '+1', '1e3', '1,5', '1.2.3', ' 1', '1 ', '0x10', 'NaN', 'Infinity', '١'])(
    '"%s" is not a decimal',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined()
    },
  )
})

describe('writing', () => {
  test.each([
    ['0.00', 0, '0'],
    ['-0.00', 2, '0.00'],
    ['1.500', 0, '1.5'],
    ['1.500', 2, '1.50'],
    ['1.505', 2, '1.505'],
    ['-0.05', 0, '-0.05'],
    ['100', 0, '100'],
    ['100', 2, '100.00'],
  ])('%s with at least %i decimals is %s', (text, decimalsMin, expected) => {
    expect(formatDecimal(parseDecimal(text) as Decimal, decimalsMin)).toBe(expected)
  })

  test('formatting and parsing are inverse', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 15 }), (value, decimalsMin) => {
        const read = parseDecimal(formatDecimal(value, decimalsMin)) as Decimal

        expect(inUnits(read, 15)).toBe(inUnits(value, 15))
        expect(decimalsOf(read)).toBe(decimalsOf(value))
        expect(formatDecimal(read)).toBe(formatDecimal(value))
      }),
    )
  })
})

describe('arithmetic', () => {
  test('sums, differences, products and hundredths are exact', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(inUnits(sumOf(a, b), 12)).toBe(inUnits(a, 12) + inUnits(b, 12))
        expect(inUnits(differenceOf(a, b), 12)).toBe(inUnits(a, 12) - inUnits(b, 12))
        expect(inUnits(times(a, b), 24)).toBe(inUnits(a, 12) * inUnits(b, 12))
        expect(inUnits(hundredth(a), 14)).toBe(inUnits(a, 12))
        expect(isZero(differenceOf(a, a))).toBe(true)
      }),
    )
  })

  test('a decimal is written with as many decimals as requested, never with too few', () => {
    expect(withScale({ units: 1500n, scale: 3 }, 2)).toEqual({ units: 150n, scale: 2 })
    expect(() => withScale({ units: 1505n, scale: 3 }, 2)).toThrow('fewer decimals')
  })
})

describe('rounding', () => {
  test.each([
    ['1.005', 2, '1.01'],
    ['1.0049999', 2, '1'],
    ['-1.005', 2, '-1.01'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['0.4999', 0, '0'],
    ['2.5', 0, '3'],
    ['1.5', 2, '1.5'],
    ['999.995', 2, '1000'],
  ])('%s to %i decimals is %s: halves go away from zero', (text, decimals, expected) => {
    expect(formatDecimal(rounded(parseDecimal(text) as Decimal, decimals))).toBe(expected)
  })

  test('a rounded number has the requested decimals and is at most half a unit away', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const near = rounded(value, decimals)
        const gap = inUnits(near, 12) - inUnits(value, 12)

        expect(near.scale).toBe(decimals)
        expect(2n * (gap < 0n ? -gap : gap)).toBeLessThanOrEqual(10n ** BigInt(12 - decimals))
        expect(rounded(near, decimals)).toEqual(near)
      }),
    )
  })

  test('rounding is the same on both sides of zero', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const mirrored = rounded({ units: -value.units, scale: value.scale }, decimals)

        expect(mirrored.units).toBe(-rounded(value, decimals).units)
      }),
    )
  })
})
