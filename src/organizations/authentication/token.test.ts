import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readToken, readTokenHeader, type TokenHeader } from './token.ts'

const now = Temporal.Instant.from('2026-11-15T00:33:45Z')
const seconds = now.epochMilliseconds / 1000
const digest = `${'A'.repeat(43)}=`
const header: TokenHeader = {
  algorithm: 'RS256',
  keyId: 'k-1',
  certificate: undefined,
  merchantId: 'shop1',
}
const context = {
  header,
  request: { method: 'POST', target: '/a?b=c%3Ad' },
  now,
  toleranceSeconds: 300,
  mode: 'sandbox' as const,
}
const second = {
  iat: seconds,
  exp: seconds + 120,
  iss: 'portfolio',
  jti: 'x',
  'v-c-jwt-version': '2',
  'v-c-merchant-id': 'shop2',
  'request-host': 'elsewhere.example',
  'request-resource-path': '/a?b=c%3Ad',
  'request-method': 'post',
}

describe('the header of a token', () => {
  test('the header of a token names algorithm, key, certificate and merchant', () => {
    expect(readTokenHeader({ alg: 'RS256', kid: 'k', x5c: ['a', 'b'], 'v-c-merchant-id': 'm' })).toEqual({
      algorithm: 'RS256',
      keyId: 'k',
      certificate: 'a',
      merchantId: 'm',
    })
    expect(readTokenHeader({ alg: 'none' })).toMatchObject({ keyId: undefined })
  })

  test.each([
    {},
    { alg: 1 },
    { alg: 'HS256', crit: ['exp'] },
    { alg: 'HS256', kid: 1 },
    { alg: 'HS256', kid: '' },
    { alg: 'HS256', kid: 'a\u0000' },
    { alg: 'RS256', x5c: 'leaf' },
    { alg: 'RS256', x5c: [] },
    { alg: 'RS256', x5c: [1] },
  ])('%j is refused', (given) => {
    expect(readTokenHeader(given)).toBeUndefined()
  })
})

describe('a token of version 2', () => {
  test('a token of version 2 has its merchant, issuer and end', () => {
    expect(readToken({ ...second, digest, 'digest-algorithm': 'SHA-256' }, context)).toEqual({
      version: 2,
      id: 'x',
      merchantId: 'shop2',
      issuer: 'portfolio',
      digest,
      validUntil: now.add({ seconds: 420 }),
    })
  })

  test.each([
    ['the method in capitals', { 'request-method': 'POST' }],
    ['no method and no path', { 'request-method': undefined, 'request-resource-path': undefined }],
    ['the other spelling of the algorithm', { digest, digestAlgorithm: 'sha-256' }],
    ['the version as a number', { 'v-c-jwt-version': 2 }],
    ['an end within the tolerance', { iat: seconds - 419, exp: seconds - 299 }],
    ['a start within the tolerance', { iat: seconds + 299, exp: seconds + 419 }],
  ])('with %s is accepted', (_, given) => {
    expect(readToken({ ...second, ...given }, context)).toMatchObject({ merchantId: 'shop2' })
  })

  test.each([
    ['no start', { iat: undefined }, 'malformed'],
    ['no end', { exp: undefined }, 'malformed'],
    ['a start in words', { iat: now.toString() }, 'malformed'],
    ['an end that is not a number', { exp: Number.NaN }, 'malformed'],
    ['no issuer', { iss: undefined }, 'malformed'],
    ['no merchant, though the header names one', { 'v-c-merchant-id': undefined }, 'malformed'],
    ['another version', { 'v-c-jwt-version': '3' }, 'malformed'],
    ['a version that is not a string', { 'v-c-jwt-version': { toString: '2' } }, 'malformed'],
    ['a version in a list', { 'v-c-jwt-version': ['2'] }, 'malformed'],
    ['another digest algorithm', { digest, 'digest-algorithm': 'SHA-512' }, 'malformed'],
    ['two algorithms', { digest, 'digest-algorithm': 'SHA-256', digestAlgorithm: 'MD5' }, 'malformed'],
    ['a digest that is none', { digest: 'x' }, 'malformed'],
    ['an end that is over', { iat: seconds - 421, exp: seconds - 301 }, 'outside-its-time'],
    ['a start to come', { iat: seconds + 301, exp: seconds + 421 }, 'outside-its-time'],
    ['a life without end', { exp: seconds + 86_401 }, 'outside-its-time'],
    ['another method', { 'request-method': 'put' }, 'other-request'],
    ['a method that is not a string', { 'request-method': 7 }, 'other-request'],
    ['another path', { 'request-resource-path': '/b' }, 'other-request'],
    ['a path without the query', { 'request-resource-path': '/a' }, 'other-request'],
    ['the path in another encoding', { 'request-resource-path': '/a?b=c:d' }, 'other-request'],
  ])('with %s is refused', (_, given, refusal) => {
    expect(readToken({ ...second, ...given }, context)).toBe(refusal)
  })
})

describe('a token of version 1', () => {
  test.each([
    ['as an HTTP date', 'Sun, 15 Nov 2026 00:33:45 GMT'],
    ['in ISO 8601', '2026-11-15T00:33:45Z'],
    ['in seconds', seconds],
    ['in seconds as text', String(seconds)],
    ['at the edge of the tolerance', seconds - 300],
    ['ahead by the tolerance', seconds + 300],
  ])('takes its merchant from the header and its time %s', (_, iat) => {
    expect(readToken({ iat, digest, digestAlgorithm: 'SHA-256' }, context)).toMatchObject({
      merchantId: 'shop1',
      issuer: undefined,
      digest,
    })
  })

  test.each([
    ['no time', {}, 'malformed'],
    ['a time that is none', { iat: 'now' }, 'malformed'],
    ['a time that is out of range', { iat: '+275760-09-13T00:00:00Z' }, 'malformed'],
    ['an old time', { iat: seconds - 301 }, 'outside-its-time'],
    ['a time to come', { iat: seconds + 301 }, 'outside-its-time'],
    ['another method', { iat: seconds, 'request-method': 'get' }, 'other-request'],
  ])('with %s is refused', (_, claims, refusal) => {
    expect(readToken(claims, context)).toBe(refusal)
  })

  test('that names no merchant in its header is refused', () => {
    const nameless = { ...context, header: { ...header, merchantId: undefined } }

    expect(readToken({ iat: seconds, 'v-c-merchant-id': 'shop1' }, nameless)).toBe('malformed')
  })
})

describe('in live mode', () => {
  const live = { ...context, mode: 'live' as const }
  const anyMethod = { 'request-method': undefined }
  const anyPath = { 'request-resource-path': undefined }
  const [fiveMinutes, more] = [{ exp: seconds + 300 }, { exp: seconds + 301 }]

  test.each([
    ['names method and path and lives long', { exp: seconds + 86_400 }],
    ['names nothing and lives for five minutes', { ...anyMethod, ...anyPath, ...fiveMinutes }],
    ['names only a path and lives for five minutes', { ...anyMethod, ...fiveMinutes }],
  ])('a token that %s is accepted', (_, given) => {
    expect(readToken({ ...second, ...given }, live)).toMatchObject({ merchantId: 'shop2' })
  })

  test.each([
    ['nothing', { ...anyMethod, ...anyPath, ...more }],
    ['only a method', { ...anyPath, ...more }],
    ['only a path', { ...anyMethod, ...more }],
  ])('a token that names %s and is valid for more than five minutes is refused', (_, given) => {
    expect(readToken({ ...second, ...given }, live)).toBe('unbound')
    expect(readToken({ ...second, ...given }, context)).toMatchObject({ merchantId: 'shop2' })
  })

  test('a token of version 1 is valid within the tolerance, and for at most five minutes', () => {
    const readAged = (age: number, toleranceSeconds: number) =>
      readToken({ iat: seconds - age }, { ...live, toleranceSeconds })

    expect(readAged(300, 3_600)).toMatchObject({ validUntil: now })
    expect(readAged(301, 3_600)).toBe('outside-its-time')
    expect(readAged(60, 60)).toMatchObject({ merchantId: 'shop1' })
    expect(readAged(61, 60)).toBe('outside-its-time')
    expect(readToken({ iat: seconds - 301 }, { ...context, toleranceSeconds: 3_600 })).toMatchObject({ version: 1 })
  })
})

test.each([undefined, null, 'text', 7, []])('%j is not a token', (claims) => {
  expect(readToken(claims, context)).toBe('malformed')
})

test('any claims are read or refused, and no token is valid for more than a day and two tolerances', () => {
  const claims = fc.record(
    {
      ...Object.fromEntries(Object.keys(second).map((key) => [key, fc.anything()])),
      iat: fc.oneof(fc.anything(), fc.integer({ min: seconds - 90_000, max: seconds + 1_000 })),
      exp: fc.oneof(fc.anything(), fc.integer({ min: seconds - 1_000, max: seconds + 90_000 })),
      iss: fc.constant('a'),
      'v-c-merchant-id': fc.constant('a'),
      'v-c-jwt-version': fc.constantFrom('1', '2', 2, undefined),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(claims, (given) => {
      const token = readToken(given, context)
      if (typeof token === 'string') return
      const restMs = token.validUntil.epochMilliseconds - now.epochMilliseconds
      expect(restMs).toBeGreaterThanOrEqual(0)
      expect(restMs).toBeLessThanOrEqual((86_400 + 600) * 1000)
    }),
  )
})
