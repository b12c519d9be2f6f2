import { expect, test } from 'vitest'
import { securityContact } from './security-contact.ts'

test.each([
  ['security@example.com', 'mailto:security@example.com'],
  [' security@example.com ', 'mailto:security@example.com'],
  ['mailto:security@example.com', 'mailto:security@example.com'],
  ['mailto:security%2Breports@example.com', 'mailto:security%2Breports@example.com'],
  ['https://example.com/security', 'https://example.com/security'],
])('%j is a contact', (text, uri) => {
  expect(securityContact(text)).toEqual({ value: uri })
})

test.each([
  'security',
  'security@localhost',
  'http://example.com/security',
  'tel:+1-201-555-0123',
  'javascript:alert(1)',
  'mailto:nobody',
  'mailto:%E0@example.com',
  'https://',
  'https://example.com/a b',
  'security@example.com\nExpires: 2099-01-01T00:00:00Z',
  `https://example.com/${'a'.repeat(500)}`,
])('%j is refused, with the forms that are accepted', (text) => {
  expect(securityContact(text)).toEqual({ sentence: expect.stringContaining('mailto: or https://') })
})
