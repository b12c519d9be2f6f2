import { expect, test } from 'vitest'
import { loopbackRule } from './loopback-rule.ts'

const STORES = ['postgres://u:p@127.0.0.1:5433/d', 'http://u:p@localhost:8124/', 'https://ch.example:9000/d']
const settings = {
  host: '127.0.0.1',
  port: 8080,
  baseUrl: 'http://127.0.0.1:8080',
  metricsPort: 9464,
  sandboxWebhookPorts: [],
}
const isAllowed = (url: string, given: Partial<Parameters<typeof loopbackRule>[0]> = {}) =>
  loopbackRule({ ...settings, ...given }, () => STORES)(new URL(url))

test('a sandbox on the loopback address may call any test program of its machine', () => {
  const urls = ['http://127.0.0.1:3000/hooks', 'http://localhost/', 'https://[::1]/', 'http://127.0.0.1:8080/healthz']

  for (const host of ['127.0.0.1', 'localhost', '::1']) {
    expect(urls.filter((url) => !isAllowed(url, { host }))).toEqual([])
  }
  // The port of a store on another machine is free on this one.
  expect(isAllowed('http://127.0.0.1:9000/')).toBe(true)
})

test.each(['127.0.0.1', '0.0.0.0'])('a sandbox on %s never calls our own stores and metrics', (host) => {
  const sandboxWebhookPorts = [5433, 8124, 9464]
  const urls = ['http://127.0.0.1:5433/', 'http://localhost:8124/', 'http://127.0.0.1:9464/metrics']

  expect(urls.filter((url) => isAllowed(url, { host, sandboxWebhookPorts }))).toEqual([])
})

test('a PostgreSQL without a port in its address has the usual one', () => {
  const rule = loopbackRule(settings, () => ['postgres://u:p@localhost/d'])

  expect(rule(new URL('http://127.0.0.1:5432/'))).toBe(false)
})

test('a sandbox that others can reach may call its lab and the listed ports of its machine only', () => {
  const shared = { host: '0.0.0.0', baseUrl: 'https://sandbox.example/q', sandboxWebhookPorts: [3000] }
  const allowed = [
    'http://127.0.0.1:3000/hooks',
    'http://127.0.0.1:8080/sandbox/v1/receivers/lab',
    'https://sandbox.example/q/sandbox/v1/receivers/lab',
  ]
  const refused = [
    'http://127.0.0.1:22/',
    'http://127.0.0.1:3001/hooks',
    'http://127.0.0.1:8080/metrics',
    'http://127.0.0.1:8080/sandbox/v1/receivers/lab/deliveries',
    'http://127.0.0.1:8080/sandbox/v1/receivers/%2e%2e/%2e%2e/%2e%2e/metrics',
    'https://sandbox.example/q/metrics',
    'https://other.example/sandbox/v1/receivers/lab',
  ]

  expect([...allowed, ...refused].filter((url) => isAllowed(url, shared))).toEqual(allowed)
})
