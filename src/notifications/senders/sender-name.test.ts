import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmlessName, senderName } from './sender-name.ts'

const OPERATOR = { name: 'Payhub', address: 'no-reply@payhub.example' }
const named = (name: string | undefined, ownDomain?: string) => senderName({ name, ownDomain }, OPERATOR)

test.each([
  ['Your account http://evil.example/login', 'Your account'],
  ['HTTPS://EVIL.EXAMPLE Bank', 'Bank'],
  ['Bank www.evil.example/login', 'Bank'],
  ['Bank ｈｔｔｐ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ', 'Bank'],
  ['Bank h\u200bttp:/\u200b/evil.example', 'Bank'],
  ['Bank h\u200dttps:\u2060//evil.example', 'Bank'],
  ['Bank mailto:help', 'Bank'],
  ['security@bank.example', 'security bank example'],
  ['security＠bank．example', 'security bank example'],
  ['security﹫bank', 'security bank'],
  ['Bank <security@bank.example>', 'Bank security bank example'],
  ['bank.example/login', 'bank example/login'],
  ['bank。example', 'bank example'],
  ['192.0.2.1/login', '192 0 2 1/login'],
  ['Bank\r\nBcc: all@example.org', 'Bank Bcc: all example org'],
  ['Bank\u2028\u202eknaB', 'Bank knaB'],
])('%j is shown as %j, and says through whom it comes', (name, expected) => {
  expect(named(name)).toBe(`${expected} via Payhub`)
})

test.each([
  'Café Bar',
  'Müller & Söhne GmbH',
  'Acme, Inc.',
  'J. R. Smith',
  'Nr. 3.5',
  '株式会社ＡＢＣ。',
  'نمی‌خواهم',
  '👨‍👩‍👧 Shop',
  'A/B',
])('the name %j is unchanged', (name) => {
  expect(named(name)).toBe(`${name} via Payhub`)
})

test('a merchant whose domain the operator knows sends under its own name, from a domain within it', () => {
  expect(named('Acme', 'payhub.example')).toBe('Acme')
  expect(
    senderName({ name: 'Acme', ownDomain: 'acme.example' }, { name: undefined, address: 'x@mail.ACME.example' }),
  ).toBe('Acme')
  expect(named('Acme', 'hub.example')).toBe('Acme via Payhub')
  expect(named('Acme.example', 'acme.example')).toBe('Acme.example via Payhub')
})

test('the operator is named by its domain if it has no name, or the merchant has taken it', () => {
  expect(senderName({ name: 'Acme', ownDomain: undefined }, { ...OPERATOR, name: undefined })).toBe(
    'Acme via payhub.example',
  )
  expect(named('PayHub')).toBe('PayHub via payhub.example')
  expect(named(undefined)).toBe('Payhub')
  expect(named('http://evil.example')).toBe('Payhub')
})

test('a long name is shortened between characters, and what follows it is always shown', () => {
  const long = named('👨‍👩‍👧'.repeat(60)) ?? ''

  expect(long).toMatch(/^(👨‍👩‍👧)+… via Payhub$/u)
  expect(long.length).toBeLessThanOrEqual(100)
  expect(senderName({ name: 'A'.repeat(200), ownDomain: undefined }, { ...OPERATOR, name: 'B'.repeat(200) })).toBe(
    `${'A'.repeat(54)}… via ${'B'.repeat(39)}…`,
  )
})

test('no name contains an address, an @ or a line break, whatever it is made of', () => {
  const part = fc.constantFrom(
    'http',
    '://',
    '：／／',
    '@',
    '＠',
    '.',
    '．',
    'evil',
    'example',
    '\n',
    '\u200b',
    '\u200d',
    ' ',
    'www.',
    '/',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 }), (parts) => {
      const name = (harmlessName(parts.join('')) ?? '').normalize('NFKC')

      expect(name).not.toMatch(/@|[a-z]:\/\/|[\p{Cc}\p{Zl}\p{Zp}]|www\.[a-z]|[a-z]\.[a-z]{2}/u)
    }),
  )
})
