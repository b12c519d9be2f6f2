import { expect, test } from 'vitest'
import { type FormOrigin, isFromOwnPage, isOwnForm } from './own-forms.ts'

const asked = { site: undefined, origin: undefined, host: 'pay.example', ownOrigin: 'https://pay.example' }
const isAccepted = (given: Partial<FormOrigin>) => isOwnForm({ ...asked, ...given })

test.each([
  ['a page of ours, by Sec-Fetch-Site', { site: 'same-origin' }],
  ['the address bar or a bookmark', { site: 'none' }],
  ['Sec-Fetch-Site before Origin', { site: 'same-origin', origin: 'null' }],
  ['the public address, by Origin', { origin: 'https://pay.example', host: '10.0.0.7:8080' }],
  ['the host that was asked, by Origin', { origin: 'http://192.168.1.5:8080', host: '192.168.1.5:8080' }],
  ['the host in capitals', { origin: 'http://sandbox.local:8080', host: 'Sandbox.local:8080' }],
  ['a program, which sends neither header', {}],
])('a form is accepted from %s', (_, given) => {
  expect(isAccepted(given)).toBe(true)
})

test.each([
  ['another site', { site: 'cross-site', origin: 'https://evil.example' }],
  ['another port or subdomain of the same site', { site: 'same-site', origin: 'https://shop.pay.example' }],
  ['another site that hides behind our origin', { site: 'cross-site', origin: 'https://pay.example' }],
  ['an unknown word', { site: '' }],
  ['another site, by Origin', { origin: 'https://evil.example' }],
  ['another port, by Origin', { origin: 'http://pay.example:8081', host: 'pay.example:8080' }],
  ['a sandboxed frame, or a page without a referrer', { origin: 'null' }],
  ['an origin that is none', { origin: 'pay.example' }],
])('a form is refused from %s', (_, given) => {
  expect(isAccepted(given)).toBe(false)
})

test.each<[string, Partial<FormOrigin>, boolean]>([
  ['a page of ours', { site: 'same-origin' }, true],
  ['a form of ours without a referrer', { site: 'same-origin', origin: 'null' }, true],
  ['the public address, by Origin', { origin: 'https://pay.example', host: '10.0.0.7:8080' }, true],
  ['the host that was asked, by Origin', { origin: 'http://192.168.1.5:8080', host: '192.168.1.5:8080' }, true],
  ['a program, which sends neither header', {}, false],
  ['the address bar', { site: 'none' }, false],
  ['another site', { site: 'cross-site', origin: 'https://pay.example' }, false],
  ['another port or subdomain', { site: 'same-site' }, false],
  ['another site, by Origin', { origin: 'https://evil.example' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
])('a request with a session that comes from %s: %j → %j', (_, given, isExpected) => {
  expect(isFromOwnPage({ ...asked, ...given })).toBe(isExpected)
})
