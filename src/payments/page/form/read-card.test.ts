import { describe, expect, test } from 'vitest'
import { isExpired, readCard, readCardNumber, readExpiry } from './read-card.ts'

const TODAY = Temporal.PlainDate.from('2026-11-16')

describe('a card number', () => {
  test.each([
    ['4242424242424242', '4242424242424242'],
    ['4242 4242 4242 4242', '4242424242424242'],
    ['4242-4242-4242-4242', '4242424242424242'],
    ['4242\u00A04242\u20134242\u20144242', '4242424242424242'],
    ['４２４２４２４２４２４２４２４２', '4242424242424242'],
    ['378282246310005', '378282246310005'],
  ])('%j is read', (text, number) => {
    expect(readCardNumber(text)).toBe(number)
  })

  test.each([[''], ['4242'], ['4242424242424241'], ['4242 4242 4242 424x'], ['4'.repeat(20)], ['0x4242424242']])(
    '%j is refused',
    (text) => {
      expect(readCardNumber(text)).toBeUndefined()
    },
  )
})

describe('an expiry date', () => {
  test.each([
    ['1230', 12, 2030],
    ['12/30', 12, 2030],
    ['12 / 30', 12, 2030],
    ['12 / 2030', 12, 2030],
    ['122030', 12, 2030],
    ['1/30', 1, 2030],
    ['01-2030', 1, 2030],
    ['2030-12', 12, 2030],
    ['１２／３０', 12, 2030],
  ])('%j is month %d of %d', (text, month, year) => {
    expect(readExpiry(text)).toEqual({ month, year })
  })

  test.each([[''], ['13/30'], ['00/30'], ['12'], ['12/3'], ['12/030'], ['soon']])('%j is refused', (text) => {
    expect(readExpiry(text)).toBeUndefined()
  })

  test('a card is valid until its month ends', () => {
    expect(isExpired({ month: 11, year: 2026 }, TODAY)).toBe(false)
    expect(isExpired({ month: 10, year: 2026 }, TODAY)).toBe(true)
  })
})

describe('a whole card', () => {
  const right = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12/30', cardCode: '123', cardName: 'Ada' }

  test('is read', () => {
    expect(readCard(right, TODAY)).toEqual({
      value: {
        number: '4242424242424242',
        expirationMonth: 12,
        expirationYear: 2030,
        securityCode: '123',
        holder: 'Ada',
      },
    })
  })

  test.each([
    [{ cardNumber: '4242' }, { cardNumber: 'cardNumber' }],
    [{ cardExpiry: '12' }, { cardExpiry: 'expiry' }],
    [{ cardExpiry: '10/26' }, { cardExpiry: 'expired' }],
    [{ cardCode: '12' }, { cardCode: 'securityCode' }],
    [{ cardCode: '1234' }, { cardCode: 'securityCode' }],
    [{ cardNumber: '378282246310005', cardCode: '123' }, { cardCode: 'securityCode' }],
    [{ cardName: '' }, { cardName: 'missing' }],
    [
      { cardNumber: '', cardExpiry: '', cardCode: '' },
      { cardNumber: 'missing', cardExpiry: 'missing', cardCode: 'missing' },
    ],
  ])('with %j has the problems %j', (wrong, expected) => {
    const read = readCard({ ...right, ...wrong }, TODAY)

    const problems = 'problems' in read ? read.problems : []
    expect(Object.fromEntries(problems.map(({ field, code }) => [field, code]))).toEqual(expected)
  })
})
