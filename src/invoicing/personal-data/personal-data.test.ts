import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { isLuhnValid } from '../../kernel/luhn.ts'
import { isArticleNumberValid } from './check-digits.ts'
import { personalDataFindings, personalDataIn } from './personal-data.ts'

/** Numbers that card schemes and payment providers publish for tests. */
const TEST_CARDS = [
  ['Visa', '4111111111111111'],
  ['Visa of thirteen digits', '4222222222222'],
  ['Visa of nineteen digits', '4000000000000000006'],
  ['Mastercard', '5555555555554444'],
  ['Mastercard of the 2-series', '2223003122003222'],
  ['American Express', '378282246310005'],
  ['Discover', '6011111111111117'],
  ['Diners Club', '30569309025904'],
  ['Diners Club of sixteen digits', '3056930009020004'],
  ['JCB', '3566002020360505'],
  ['UnionPay', '6200000000000005'],
  ['UnionPay of nineteen digits', '6205500000000000004'],
  ['Maestro', '6759649826438453'],
] as const

/** Examples that issuers publish, or numbers made by the published rule. */
const IDENTITY_NUMBERS = [
  ['078-05-1120', 'US social security number'],
  ['123-45-6789', 'US social security number'],
  ['912-70-1234', 'US individual taxpayer number'],
  ['AB 12 34 56 C', 'UK national insurance number'],
  ['AB-12-34-56-C', 'UK national insurance number'],
  ['2 55 08 14 168 025 38', 'French social security number'],
  ['1 51 02 46 102 043 25', 'French social security number'],
  ['12345678-Z', 'Spanish identity number'],
  ['12.345.678-Z', 'Spanish identity number'],
  ['X-1234567-L', 'Spanish identity number of a foreigner'],
  ['529.982.247-25', 'Brazilian taxpayer number of a person'],
  ['RSSMRA85T10A562S', 'Italian tax code of a person'],
  ['19811228-9874', 'Swedish personal number'],
  ['131052-308T', 'Finnish personal number'],
  ['131052A308T', 'Finnish personal number'],
  ['900101-1234568', 'Korean resident number'],
  ['12.345.678-5', 'Chilean identity number'],
  ['11010519491231002X', 'Chinese resident number'],
  ['756.9217.0769.85', 'Swiss social insurance number'],
  ['85.07.30-033.28', 'Belgian national number'],
  ['86 095 742 719', 'German tax number of a person'],
  ['20-12345678-6', 'Argentine identification number of a person'],
] as const

const HARMLESS = [
  ['nothing', ''],
  ['words', 'Delivery before noon, please'],
  ['a card number with a wrong digit', '4111111111111112'],
  ['a right checksum of no issuer', '9111111111111114'],
  ['an issuer’s prefix and the wrong length', '41111111111111112'],
  ['a card number within more digits', '94111111111111111'],
  ['digits one by one', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
  ['sizes', '36 38 40 42 44 46 48 50 52 54 56'],
  ['two spaces between groups', '4111  1111  1111  1111'],
  ['a telephone number', '+1 415 555 0132'],
  ['a German telephone number', '+49 30 901820-0'],
  ['two telephone numbers', '415 555 0132 415 555 0199'],
  ['an order number', '20240115-0001'],
  ['an order number of many digits', '2024011500012345'],
  ['a marketplace’s order number', '302-1234567-1234567'],
  ['a day', '2026-03-09'],
  ['a moment', '2026-03-09T10:00:00.000Z'],
  ['milliseconds since 1970', '1741514400000'],
  ['an amount', '1 234 567 890,00'],
  ['an article number', '4006381333931'],
  ['an article number that passes for a card', '4000000000006'],
  ['a book', '978-3-16-148410-0'],
  ['a device', '356938035643809'],
  ['a bank account', 'DE89 3704 0044 0532 0130 00'],
  ['a bank account whose groups pass for a card', 'DE41 5018 0000 0000 0009 00'],
  ['a bank account with words after it', 'pay AT61 1904 3002 3457 3201 THIS week'],
  ['a stock number', 'SKU-123-45-6789'],
  ['a stock number of letters and digits', 'AB123456C'],
  ['a longer number with dashes', '123-45-6789-01'],
  ['an impossible US area', '000-12-3456'],
  ['another impossible US area', '666-12-3456'],
  ['an impossible US group', '123-00-4567'],
  ['an impossible US serial', '123-45-0000'],
  ['a US taxpayer number of no group', '912-34-1234'],
  ['an example that no Briton has', 'QQ 12 34 56 C'],
  ['a British prefix that is not given', 'GB 12 34 56 C'],
  ['three groups of three digits, as telephone and order numbers have', '046-454-286'],
  ['a French number with a wrong key', '2 55 08 14 168 025 39'],
  ['a Spanish number with a wrong letter', '12345678-A'],
  ['a Brazilian number with wrong digits', '529.982.247-26'],
  ['a Brazilian number of one digit', '111.111.111-11'],
  ['three groups of four digits, as references have', '2341 2341 2346'],
  ['an Italian code with a wrong letter', 'RSSMRA85T10A562T'],
  ['a Chilean company', '76.123.456-0'],
  ['a version', '10.12.13-104.11'],
  ['an address on the internet', '192.168.100.201'],
  ['a random id', '3f2b8c1e-4111-4111-8111-111111111111'],
] as const

describe('personalDataIn', () => {
  test.each(TEST_CARDS)('a card number of %s is found', (_issuer, digits) => {
    expect(personalDataIn(digits)).toBe('card number')
  })

  test.each([
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '3782 822463 10005',
    '3056 930902 5904',
    '4000 0000 0000 0000 006',
    'card: 4111111111111111.',
    'x4111111111111111y',
    '2 4111 1111 1111 1111 12/27 123',
    '４１１１ １１１１ １１１１ １１１１',
    '٤١١١١١١١١١١١١١١١',
    '४१११११११११११११११',
    '4111\u00a01111\u20091111\u202f1111',
    '4111\u20131111\u22121111\u20111111',
    '4111\u200b1111\u00ad1111\u20601111',
  ])('a card number is found however it is written: %s', (text) => {
    expect(personalDataIn(text)).toBe('card number')
  })

  test.each(IDENTITY_NUMBERS)('%s is found as a %s', (text, name) => {
    expect(personalDataIn(text)).toBe(name)
    expect(personalDataIn(`No. ${text.toLowerCase()}, thanks`)).toBe(name)
  })

  test.each(HARMLESS)('%s is not personal data: %s', (_name, text) => {
    expect(personalDataIn(text)).toBeUndefined()
  })
})

const aWord = fc.stringMatching(/^[a-z ,.:;]{0,12}[a-z,;:]$/)

/** Numbers of test ranges: a scheme's prefix, zeros, a few digits and the check digit. */
const aCardNumber = fc
  .record({
    kind: fc.constantFrom(
      { prefix: '4', lengths: [13, 16, 19] },
      { prefix: '51', lengths: [16] },
      { prefix: '2720', lengths: [16] },
      { prefix: '34', lengths: [15] },
      { prefix: '6011', lengths: [16, 19] },
      { prefix: '36', lengths: [14] },
      { prefix: '3589', lengths: [16, 19] },
      { prefix: '62', lengths: [16, 17, 18, 19] },
      { prefix: '6761', lengths: [13, 19] },
      { prefix: '2204', lengths: [16] },
    ),
    choice: fc.nat(),
    rest: fc.nat(9999),
  })
  .map(({ kind: { prefix, lengths }, choice, rest }) => {
    const length = lengths[choice % lengths.length] ?? 16
    const body = `${prefix}${String(rest).padStart(length - 1 - prefix.length, '0')}`
    return `${body}${'0123456789'.split('').find((digit) => isLuhnValid(body + digit))}`
  })
  .filter((digits) => digits.length !== 13 || !isArticleNumberValid(digits))

const inGroups = (digits: string, separator: string): string => digits.replace(/(\d{4})(?=\d)/g, `$1${separator}`)

describe('properties of personalDataIn', () => {
  test('every card number is found in any place and grouping', () => {
    fc.assert(
      fc.property(aCardNumber, fc.constantFrom('', ' ', '-'), aWord, aWord, (digits, separator, before, after) => {
        const text = `${before} ${inGroups(digits, separator)} ${after}`
        expect(personalDataIn(text)).toBe('card number')
      }),
    )
  })

  test('a card number with one changed digit is not found', () => {
    fc.assert(
      fc.property(aCardNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, by) => {
        const at = place % digits.length
        const other = (Number(digits[at]) + by) % 10
        const text = `${digits.slice(0, at)}${other}${digits.slice(at + 1)}`
        expect(personalDataIn(text)).not.toBe('card number')
      }),
    )
  })

  test('every identity number is found in a text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IDENTITY_NUMBERS), aWord, aWord, ([text, name], before, after) => {
        expect(personalDataIn(`${before} ${text} ${after}`)).toBe(name)
      }),
    )
  })

  test('no text causes an exception', () => {
    const anyText = fc.oneof(anyCharacters({ maxLength: 400 }), fc.stringMatching(/^[0-9 A-Z.-]{0,60}$/))
    fc.assert(fc.property(anyText, (text) => typeof personalDataIn(text) !== 'object'))
  })

  test.each([
    '1 ',
    '4',
    '4111 1111 ',
    '4111-1',
    '123-45-',
    '12.345.678',
    'DE89 ',
    'AB 12 34 ',
    'A0',
    '٤ ',
    'a\u0315\u0300',
    '9.',
    '\ufdfa',
  ])('a text of any length is searched in linear time: %j', (piece) => {
    const text = `${piece.repeat(1_000_000 / piece.length)}123456`

    // Otherwise the test would time out.
    expect(personalDataFindings({ label: text }).length).toBeLessThanOrEqual(1)
  })
})
