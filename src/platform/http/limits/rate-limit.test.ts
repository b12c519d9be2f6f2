import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { networkOf } from './network-of-address.ts'
import { addRateLimit } from './rate-limit.ts'

const START_MS = Date.UTC(2026, 10, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
  onTestFinished(() => void vi.useRealTimers())
})

const passMs = (ms: number) => vi.setSystemTime(START_MS + ms)

async function startLimited(perMinute: number) {
  const limited: RoutePlugin = async (app) => {
    addRateLimit(app, { perMinute, keyOf: ({ headers }) => headers['x-test-key'] as string | undefined })
    app.get('/limited', async () => ({}))
  }
  const running = await startHttpApp({ routes: [limited] })
  onTestFinished(() => running.app.close())
  return async (key?: string, path = '/limited') => {
    const headers = key === undefined ? {} : { 'x-test-key': key }
    const response = await fetch(`${running.url}${path}`, { headers })
    const header = (name: string) => response.headers.get(name)
    return {
      status: response.status,
      limit: [header('x-ratelimit-limit'), header('x-ratelimit-remaining'), header('x-ratelimit-reset')],
      retryAfter: header('retry-after'),
      body: (await response.json()) as Record<string, unknown>,
    }
  }
}

describe('a limit of 2 a minute', () => {
  test('a limit is reported with every response, and refuses the third request until a minute has passed', async () => {
    const ask = await startLimited(2)

    const [first, second, third] = [await ask('a'), await ask('a'), await ask('a')]
    passMs(59_000)
    const early = await ask('a')
    passMs(60_000)
    const next = await ask('a')

    expect(first).toMatchObject({ status: 200, limit: ['2', '1', '60'], retryAfter: null })
    expect(second).toMatchObject({ status: 200, limit: ['2', '0', '60'], retryAfter: null })
    expect(third).toMatchObject({ status: 429, limit: ['2', '0', '60'], retryAfter: '60' })
    expect(third.body).toMatchObject({ status: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_REQUESTS' })
    expect(early).toMatchObject({ status: 429, limit: ['2', '0', '1'], retryAfter: '1' })
    expect(next).toMatchObject({ status: 200, limit: ['2', '1', '60'] })
  })

  test('each key is counted by itself, and requests without a key are not counted', async () => {
    const ask = await startLimited(2)
    for (const key of ['a', 'a', 'a', undefined, undefined, undefined]) await ask(key)

    const [other, nobody, health] = [await ask('b'), await ask(), await ask('a', '/healthz')]

    expect(other.status).toBe(200)
    expect(nobody).toMatchObject({ status: 200, limit: [null, null, null] })
    expect(health).toMatchObject({ status: 200, limit: [null, null, null] })
  })

  test('no one has to wait longer than a minute, even if the machine’s time was set back', async () => {
    const ask = await startLimited(2)
    for (const key of ['a', 'a']) await ask(key)

    passMs(-3_600_000)

    expect(await ask('a')).toMatchObject({ status: 429, limit: ['2', '0', '60'], retryAfter: '60' })
  })
})

test('all addresses of an IPv6 /64 are limited as one, and another /64 is not affected', async () => {
  const limited: RoutePlugin = async (app) => {
    addRateLimit(app, { perMinute: 3, keyOf: networkOf })
    app.get('/limited', async () => ({}))
  }
  const { app, url } = await startHttpApp({ routes: [limited], config: { trustedProxies: ['127.0.0.1'] } })
  onTestFinished(() => app.close())
  const ask = async (address: string) =>
    (await fetch(`${url}/limited`, { headers: { 'x-forwarded-for': address } })).status

  const statuses: number[] = []
  for (let host = 1; host <= 5; host += 1) statuses.push(await ask(`2001:db8:1:2::${host}`))

  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(await ask('2001:db8:1:3::1')).toBe(200)
})

test('0 means no limit', async () => {
  const ask = await startLimited(0)

  expect(await ask('a')).toMatchObject({ status: 200, limit: [null, null, null] })
})
