import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestFacts } from '../credentials/request-facts.ts'
import {
  coversRequest,
  parseDigestHeader,
  parseSignatureHeader,
  signedDates,
  signingString,
} from './signature-header.ts'

const mac = `${'A'.repeat(43)}=`
const names = ['host', 'date', 'request-target', 'v-c-merchant-id']
const given = {
  keyid: 'k-1',
  algorithm: 'HmacSHA256',
  headers: names.join(' '),
  signature: mac,
}
const written = (parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')

const request: RequestFacts = {
  method: 'POST',
  target: '/a%20b?c=d%3Ae',
  header: (name) => ({ host: 'api.example', date: 'today', 'v-c-date': 'tomorrow', digest: 'SHA-256=x' })[name],
  hasBody: true,
}

describe('the header signature', () => {
  test('the header signature is read in any order and spacing, and unknown parts are ignored', () => {
    const expected = { keyId: 'k-1', names, signature: mac }
    const turned = Object.fromEntries(Object.entries(given).reverse())

    expect(parseSignatureHeader(written(given))).toEqual(expected)
    expect(parseSignatureHeader(written(turned))).toEqual(expected)
    expect(parseSignatureHeader(written({ ...given, created: '1' }))).toEqual(expected)
    expect(parseSignatureHeader(written(given).replaceAll(', ', ','))).toEqual(expected)
    expect(parseSignatureHeader(written(given).replace(/(keyid|headers)="/g, '$1 =  "'))).toEqual(expected)
    expect(parseSignatureHeader(written(given).replace('host date', 'Host  Date'))).toEqual(expected)
    expect(parseSignatureHeader(written(given).replace('HmacSHA256', 'hmacsha256'))).toEqual(expected)
  })

  test.each([
    ['nothing', ''],
    ['no key', written({ ...given, keyid: '' })],
    ['a key with a tab', written({ ...given, keyid: 'a\tb' })],
    ['a key with a sign beyond ASCII', written({ ...given, keyid: 'schlüssel' })],
    ['a key that is too long', written({ ...given, keyid: 'k'.repeat(256) })],
    ['another algorithm', written({ ...given, algorithm: 'none' })],
    ['no algorithm', written({ keyid: 'k', headers: 'host', signature: mac })],
    ['a short signature', written({ ...given, signature: 'AAAA' })],
    ['a signature that is not Base64', written({ ...given, signature: `${'?'.repeat(43)}=` })],
    ['a name that is signed twice', written({ ...given, headers: 'host date HOST' })],
    ['a part that is given twice', `${written(given)}, keyid="k-2"`],
    ['a part twice in other case', `${written(given)}, KeyId="k-2"`],
    ['a value without quotes', written(given).replaceAll('"', '')],
    ['something behind it', `${written(given)};`],
    ['a comma at the end', `${written(given)},`],
  ])('with %s is refused', (_, text) => {
    expect(parseSignatureHeader(text)).toBeUndefined()
  })

  test('any signature header is read quickly and without an exception', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (text) => void parseSignatureHeader(text)))
    // With quadratic time the test would time out.
    expect(parseSignatureHeader(`${' '.repeat(500_000)}keyid${' '.repeat(500_000)}`)).toBeUndefined()
  })
})

describe('the required signed parts', () => {
  test.each([
    [names, false, true],
    [names, true, false],
    [[...names, 'digest'], true, true],
    [['host', 'v-c-date', '(request-target)', 'v-c-merchant-id'], false, true],
    [names.filter((name) => name !== 'host'), false, false],
    [names.filter((name) => name !== 'date'), false, false],
    [names.filter((name) => name !== 'request-target'), false, false],
    [names.filter((name) => name !== 'v-c-merchant-id'), false, false],
    [[], false, false],
  ])('%j, with a body: %s, is sufficient: %s', (signed, hasBody, isEnough) => {
    expect(coversRequest(signed, { hasBody })).toBe(isEnough)
  })
})

describe('the signing string', () => {
  test('the signing string has one line per name, in the order and spelling of the list, and no trailing newline', () => {
    const signed = ['v-c-merchant-id', '(request-target)', 'host', 'digest', 'request-target']

    expect(signingString(signed, request, 'shop1')).toBe(
      [
        'v-c-merchant-id: shop1',
        '(request-target): post /a%20b?c=d%3Ae',
        'host: api.example',
        'digest: SHA-256=x',
        'request-target: post /a%20b?c=d%3Ae',
      ].join('\n'),
    )
  })

  test('there is no signing string if a signed header is missing', () => {
    expect(signingString([...names, 'x-absent'], request, 'shop1')).toBeUndefined()
  })

  test('another order or value gives another signing string', () => {
    const shuffled = fc.shuffledSubarray(names, { minLength: names.length })
    fc.assert(
      fc.property(shuffled, fc.string({ minLength: 1 }), (order, merchantId) => {
        const text = signingString(order, request, merchantId)
        expect(text === signingString(names, request, 'shop1')).toBe(
          merchantId === 'shop1' && order.join() === names.join(),
        )
      }),
    )
  })
})

test('every signed date is checked, under both of its names', () => {
  expect(signedDates(names, request)).toEqual(['today'])
  expect(signedDates(['v-c-date'], request)).toEqual(['tomorrow'])
  expect(signedDates(['v-c-date', 'date'], request)).toEqual(['today', 'tomorrow'])
})

test.each([
  [`SHA-256=${mac}`, mac],
  [`sha-256=${mac}`, mac],
  [`SHA-512=${mac}`, undefined],
  [`SHA-256=${mac}, SHA-256=${mac}`, undefined],
  [mac, undefined],
  ['', undefined],
])('the digest header %j contains %s', (text, digest) => {
  expect(parseDigestHeader(text)).toBe(digest)
})
