import { expect, test } from 'vitest'
import { invitationUrl, isLoopback, resetUrl, sandboxUrl } from './portal-links.ts'

test('links keep the path of the base URL', () => {
  const place = { baseUrl: 'https://pay.example.com/billing' }

  expect(invitationUrl(place, 't')).toBe('https://pay.example.com/billing/invitation?token=t')
  expect(resetUrl(place, 't')).toBe('https://pay.example.com/billing/reset/new?token=t')
  expect(sandboxUrl(place, 't')).toBe('https://pay.example.com/billing/sign-in/link?token=t')
})

test.each([
  ['http://127.0.0.1:8080', true],
  ['http://127.8.8.8', true],
  ['http://localhost:8080', true],
  ['http://[::1]:8080', true],
  ['http://192.168.1.7:8080', false],
  ['http://127.0.0.1.example.com', false],
  ['http://localhost.example.com', false],
  ['https://pay.example.com', false],
  ['', false],
])('the address %s is reached from this machine alone: %s', (url, isExpected) => {
  expect(isLoopback(url)).toBe(isExpected)
})
