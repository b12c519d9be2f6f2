import { expect, test } from 'vitest'
import {
  includesScope,
  issued,
  type NewCredential,
  revoked,
  SCOPES,
  scopesIn,
  stateOf,
  usualScopesIn,
} from './credential.ts'

const at = Temporal.Instant.from('2026-03-01T12:00:00Z')
const hour = (count: number) => at.add({ hours: count })
const input: NewCredential = {
  organizationId: 'shop1',
  credentialId: '1',
  type: 'bearer',
  keyId: 'k1',
  label: 'till',
  scopes: ['webhooks', 'invoices', 'invoices'],
  expiresAt: hour(2),
}

test('a key is issued with each scope once, in one order', () => {
  expect(issued(input, { at }).scopes).toEqual(['invoices', 'webhooks'])
  expect(issued({ ...input, scopes: SCOPES }, { at }).scopes).toEqual(SCOPES)
})

test.each([
  ['no scope', { scopes: [] }, /scopes must name at least one of invoices/],
  ['no label', { label: '' }, /label must be/],
  ['an expiry in the past', { expiresAt: at }, /expiresAt must be in the future/],
])('a key with %s is refused', (_, given, message) => {
  expect(() => issued({ ...input, ...given }, { at })).toThrow(message)
})

test('a key is active until it expires or is revoked, and stays revoked', () => {
  const key = issued(input, { at })
  const away = revoked(key, { at: hour(1) })

  expect(stateOf(key, hour(1))).toBe('active')
  expect(stateOf(key, hour(2))).toBe('expired')
  expect(stateOf({ ...key, expiresAt: undefined }, hour(9999))).toBe('active')
  expect(stateOf(away, hour(1))).toBe('revoked')
  expect(stateOf(away, hour(3))).toBe('revoked')
  expect(revoked(away, { at: hour(2) })).toBe(away)
})

test('a scope is granted by itself, and reading invoices also by the scope for invoices', () => {
  const granted = SCOPES.flatMap((scope) =>
    SCOPES.filter((required) => scope !== required && includesScope([scope], required)).map((each) => [scope, each]),
  )

  expect(granted).toEqual([['invoices', 'invoices:read']])
  expect(SCOPES.filter((scope) => !includesScope([scope], scope))).toEqual([])
  expect(includesScope([], 'invoices:read')).toBe(false)
})

test('a key gives people access only if its scope was named, and moves the clock only in a sandbox', () => {
  expect(scopesIn('sandbox')).toEqual(SCOPES)
  expect(usualScopesIn('sandbox')).toEqual(SCOPES.filter((scope) => scope !== 'users'))
  expect(usualScopesIn('live')).toEqual(SCOPES.filter((scope) => !['users', 'sandbox'].includes(scope)))
})
