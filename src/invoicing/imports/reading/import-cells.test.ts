import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, decimalsOfCurrency } from '../../../kernel/currency.ts'
import { LANGUAGES } from '../../../kernel/language.ts'
import { readCell } from './import-cells.ts'
import type { DateOrder } from './import-options.ts'

type Mark = 'point' | 'comma' | undefined
const amount = { kind: 'amount', lengthMax: 19 } as const
const read = (cell: string, decimalMark: Mark, currency: string | undefined = 'USD') => {
  const result = readCell(cell, amount, { decimalMark, dateOrder: undefined, currency })
  return 'value' in result ? result.value : result.sentence.split(' ', 3).join(' ')
}
const NOT = 'must be a'
const TWO = 'may have thousands'
const MANY = 'can have at'

test.each<[string, Mark, string, string]>([
  // Without a mark nothing is guessed.
  ['35', undefined, 'USD', '35'],
  ['1,234.56', undefined, 'USD', '1234.56'],
  ['1.234,56', undefined, 'EUR', '1234.56'],
  ['1 234,56 €', undefined, 'EUR', '1234.56'],
  ['¥1,234', undefined, 'JPY', '1234'],
  ['1.234', undefined, 'KWD', TWO],
  ['1.000', undefined, 'EUR', TWO],
  ['1.234', undefined, 'JPY', '1234'],
  ['12,5', undefined, 'EUR', '12.5'],
  // With one, everything has one meaning.
  ['1.000', 'point', 'KWD', '1'],
  ['1.000', 'comma', 'EUR', '1000'],
  ['1,000', 'point', 'EUR', '1000'],
  ['1,234', 'comma', 'KWD', '1.234'],
  ["1'234.50", 'point', 'CHF', '1234.5'],
  ['1 234,50', 'comma', 'EUR', '1234.5'],
  ['１２３．４５', 'point', 'USD', '123.45'],
  ['USD 12.30', 'point', 'USD', '12.3'],
  ['0,05', 'comma', 'EUR', '0.05'],
  ['12,5', 'point', 'EUR', NOT],
  ['12.5', 'comma', 'EUR', NOT],
  ['1,23,456.00', 'point', 'INR', NOT],
  ['12.345', 'point', 'USD', MANY],
  ['1,5', 'comma', 'JPY', MANY],
  // Nothing is computed, and nothing is negative.
  ['=1+2', undefined, 'USD', NOT],
  ['=35', 'point', 'USD', NOT],
  ['-35', 'point', 'USD', NOT],
  ['35 EUR', 'point', 'USD', NOT],
  ['1e3', undefined, 'USD', NOT],
  ['thirty', undefined, 'USD', NOT],
  ['', undefined, 'USD', ''],
])('the amount %j with the mark %s in %s is %j', (cell, mark, currency, expected) => {
  expect(read(cell, mark, currency)).toBe(expected)
})

test('an amount as any language writes it is read exactly, or refused; never another amount', () => {
  const currency = fc.constantFrom(...CURRENCIES)
  const marks = { 'de-DE': 'comma', 'en-US': 'point', 'fr-FR': 'comma', 'ja-JP': 'point' } as const

  fc.assert(
    fc.property(currency, fc.constantFrom(...LANGUAGES), fc.nat(99_999_999), (code, language, minor) => {
      const decimals = decimalsOfCurrency(code) ?? 0
      const exact = (minor / 10 ** decimals).toFixed(decimals)
      const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      const written = new Intl.NumberFormat(language, options).format(exact as `${number}`)
      const mark = marks[language as keyof typeof marks]

      const guessed = read(written, undefined, code)
      const known = mark === undefined ? guessed : read(written, mark, code)

      if (guessed !== TWO) expect(Number(guessed)).toBe(Number(exact))
      if (mark !== undefined) expect(Number(known)).toBe(Number(exact))
    }),
    { numRuns: 500 },
  )
})

describe('other cells', () => {
  const options = { decimalMark: undefined, dateOrder: undefined, currency: 'EUR' }

  test.each<[string, DateOrder | undefined, string]>([
    ['2026-03-09', undefined, '2026-03-09'],
    ['2026-03-09 00:00:00', undefined, '2026-03-09'],
    ['2026-03-09T23:59', undefined, '2026-03-09'],
    ['2026/3/9', undefined, '2026-03-09'],
    ['2026年3月9日', undefined, '2026-03-09'],
    ['9.3.2026', undefined, '2026-03-09'],
    ['09.03.2026', 'MDY', '2026-03-09'],
    ['25/12/2026', undefined, '2026-12-25'],
    ['12/25/2026', undefined, '2026-12-25'],
    ['12/25/2026', 'DMY', 'must'],
    ['03/04/2026', undefined, 'may'],
    ['03/03/2026', undefined, '2026-03-03'],
    ['03/04/2026', 'DMY', '2026-04-03'],
    ['03-04-2026', 'MDY', '2026-03-04'],
    ['03/04/26', 'DMY', 'must'],
    ['2026-02-30', undefined, 'must'],
    ['46090', undefined, 'must'],
    ['tomorrow', undefined, 'must'],
  ])('the date %j in the order %s is %s', (cell, dateOrder, expected) => {
    const result = readCell(cell, { kind: 'date' }, { ...options, dateOrder })
    expect('value' in result ? result.value : result.sentence.split(' ', 1)[0]).toBe(expected)
  })

  test.each([
    ...['true', 'Yes', 'x', '1', 'WAHR', 'ja', 'oui', 'sí', 'sim', 'да', 'はい', '是'].map(
      (cell) => [cell, true] as const,
    ),
    ...['FALSE', 'no', '0', 'nein', 'non', 'não', 'нет', 'いいえ', '否'].map((cell) => [cell, false] as const),
  ])('%s is %s', (cell, value) => {
    expect(readCell(cell, { kind: 'boolean' }, options)).toEqual({ value })
    expect(readCell(`${cell}?`, { kind: 'boolean' }, options)).toHaveProperty('sentence')
  })

  test('rates may have a percent sign, prices six decimals, quantities decimals that are zero', () => {
    const decimal = { kind: 'decimal', lengthMax: 15 } as const
    expect(readCell('19 %', decimal, options)).toEqual({ value: '19' })
    expect(readCell('7,5%', decimal, options)).toEqual({ value: '7.5' })
    expect(readCell('0,123456', { ...decimal, decimalsMax: 6 }, { ...options, decimalMark: 'comma' })).toEqual({
      value: '0.123456',
    })
    expect(readCell('2,00', { kind: 'integer', min: 1, max: 9 }, options)).toEqual({ value: '2' })
  })

  test('a text keeps what looks like a formula, and its lines only where a field has several', () => {
    const text = { kind: 'text', lengthMax: 100 } as const
    expect(readCell('=HYPERLINK("x")', text, options)).toEqual({ value: '=HYPERLINK("x")' })
    expect(readCell(' a \r\n b ', text, options)).toEqual({ value: 'a b' })
    expect(readCell('a\nb', { ...text, isMultiline: true }, options)).toEqual({ value: 'a\nb' })
  })
})
