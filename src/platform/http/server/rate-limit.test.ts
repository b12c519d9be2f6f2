import { describe, expect, test } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { systemClock } from '../../clock/clock.ts'
import type { RoutePlugin } from './create-http-app.ts'
import { addRateLimit, Buckets } from './rate-limit.ts'

async function startLimited(perMinute: number) {
  const time = { passedMs: 0 }
  const start = systemClock.now()
  const limited: RoutePlugin = async (app) => {
    addRateLimit(app, {
      perMinute,
      keyOf: ({ headers }) => headers['x-test-key'] as string | undefined,
      clock: { now: () => start.add({ milliseconds: time.passedMs }) },
    })
    app.get('/limited', async () => ({}))
  }
  const running = await startHttpApp({ routes: [limited] })
  const ask = async (key?: string, path = '/limited') => {
    const headers = key === undefined ? {} : { 'x-test-key': key }
    const answer = await fetch(`${running.url}${path}`, { headers })
    const header = (name: string) => answer.headers.get(name)
    return {
      status: answer.status,
      limit: [header('x-ratelimit-limit'), header('x-ratelimit-remaining'), header('x-ratelimit-reset')],
      retryAfter: header('retry-after'),
      body: (await answer.json()) as Record<string, unknown>,
    }
  }
  return { time, ask, close: () => running.app.close() }
}

describe('a limit of 2 a minute', () => {
  test('is reported with every answer, and refuses the third request', async () => {
    const { ask, time, close } = await startLimited(2)

    const [first, second, third] = [await ask('a'), await ask('a'), await ask('a')]
    time.passedMs = 29_000
    const early = await ask('a')
    time.passedMs = 30_000
    const fourth = await ask('a')
    await close()

    expect(first).toMatchObject({ status: 200, limit: ['2', '1', '30'], retryAfter: null })
    expect(second).toMatchObject({ status: 200, limit: ['2', '0', '60'], retryAfter: null })
    expect(third).toMatchObject({ status: 429, limit: ['2', '0', '60'], retryAfter: '30' })
    expect(third.body).toMatchObject({ status: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_REQUESTS' })
    expect(early).toMatchObject({ status: 429, limit: ['2', '0', '31'], retryAfter: '1' })
    expect(fourth.status).toBe(200)
  })

  test('counts each key for itself, and nobody without one', async () => {
    const { ask, close } = await startLimited(2)
    for (const key of ['a', 'a', 'a', undefined, undefined, undefined]) await ask(key)

    const [other, nobody, health] = [await ask('b'), await ask(), await ask('a', '/healthz')]
    await close()

    expect(other.status).toBe(200)
    expect(nobody).toMatchObject({ status: 200, limit: [null, null, null] })
    expect(health).toMatchObject({ status: 200, limit: [null, null, null] })
  })
})

test('0 means no limit', async () => {
  const { ask, close } = await startLimited(0)
  const answer = await ask('a')
  await close()

  expect(answer).toMatchObject({ status: 200, limit: [null, null, null] })
})

describe('the keys that are remembered', () => {
  test('are those that asked within a minute', () => {
    const buckets = new Buckets(1_000)
    for (let i = 0; i < 1_000; i += 1) buckets.take(`key ${i}`, i * 1_000)

    expect(buckets.size).toBe(60)
    buckets.take('much later', 9e9)
    expect(buckets.size).toBe(1)
  })

  test('are not kept by a machine whose time was set back', () => {
    const buckets = new Buckets(1_000)
    for (let i = 0; i < 100; i += 1) buckets.take(`key ${i}`, 9e9)
    buckets.take('before', 0)

    expect(buckets.size).toBe(1)
  })
})
