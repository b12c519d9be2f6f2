import { expect, test } from 'vitest'
import { sessionCookieOf, sessionTokenIn } from './session-cookie.ts'

test.each([
  ['https://pay.example.com', 'live', { name: '__Host-quittance', path: '/', isSecure: true }],
  ['https://pay.example.com', 'sandbox', { name: '__Host-quittance', path: '/', isSecure: true }],
  ['https://example.com/pay/', 'live', { name: '__Secure-quittance', path: '/pay', isSecure: true }],
  ['http://127.0.0.1:8080', 'sandbox', { name: 'quittance', path: '/', isSecure: false }],
  ['http://127.0.0.1:8080/pay', 'sandbox', { name: 'quittance', path: '/pay', isSecure: false }],
  ['http://pay.example.com', 'live', { name: '__Host-quittance', path: '/', isSecure: true }],
] as const)('the cookie of %s in %s mode', (baseUrl, mode, expected) => {
  expect(sessionCookieOf({ baseUrl, mode })).toEqual(expected)
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['quittance=one', 'one'],
  ['theme=dark; quittance=one', 'one'],
  ['quittance_sandbox=two', undefined],
  ['__Host-quittance=three', undefined],
])('the token in the header %j is %j', (header, token) => {
  expect(sessionTokenIn(header, { name: 'quittance', path: '/', isSecure: false })).toBe(token)
})
