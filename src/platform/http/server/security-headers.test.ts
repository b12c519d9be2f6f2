import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const files = { certFile: 'c', keyFile: 'k' }

test.each([
  ['plain http', { baseUrl: 'http://x', tls: undefined }, undefined],
  ['https before a proxy', { baseUrl: 'https://x', tls: undefined }, 'max-age=31536000'],
  ['a certificate of its own', { baseUrl: 'http://x', tls: files }, 'max-age=31536000'],
  ['a self-signed pair', { baseUrl: 'https://x', tls: 'self-signed' }, undefined],
] as const)('%s: strict transport security is sent only where https lasts', (_, config, expected) => {
  expect(securityHeaders(config)['strict-transport-security']).toBe(expected)
})
