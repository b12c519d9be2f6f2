import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { RoutePlugin } from './create-http-app.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const testRoutes: RoutePlugin = async (app) => {
  app.post('/echo', async () => ({}))
  app.get('/pages/:page', async () => ({}))
  app.get('/refused', async () => {
    throw new AppError('conflict', 'DUPLICATE_RECORD', 'It exists already.')
  })
  app.get('/broken', async () => {
    throw new Error('password of the database is hunter2')
  })
  app.get('/pay/:token', { config: { isPathSecret: true } }, async () => ({}))
}

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({ routes: [testRoutes] })
})
afterAll(() => running.app.close())

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init)
const post = (path: string, body: unknown, type = 'application/json') =>
  get(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('the id of a response is generated here and is the one in the log', async () => {
  const given = '11111111-1111-4111-8111-111111111111'
  const response = await get('/refused', {
    headers: { 'v-c-correlation-id': given, 'request-id': given },
  })
  const requestId = response.headers.get('v-c-correlation-id')

  expect(requestId).toMatch(UUID)
  expect(requestId).not.toBe(given)
  const line = await running.logLine((l) => l['requestId'] === requestId && l['msg'] === 'request completed')
  expect(line).toMatchObject({ method: 'GET', route: '/refused', status: 409 })
})

test('a path that cannot be decoded is logged and counted like any other', async () => {
  const response = await get('/%E0%A4')
  const requestId = response.headers.get('v-c-correlation-id')

  const line = await running.logLine((l) => l['requestId'] === requestId)
  expect(line).toMatchObject({ msg: 'request completed', path: '/%E0%A4', status: 400 })
  expect(await running.metrics.registry.getSingleMetricAsString('http_requests_total')).toContain(
    'route="unmatched",status="400"',
  )
})

test('no secret of a request reaches the log', async () => {
  await post('/echo?card=4111111111111111&key=hunter2', { password: 'hunter2' })
  for (const path of ['/pay/hunter2', '/pay/hunter2/', '/Pay/hunter2', '/p%61y/hunter2/%E0%A4']) {
    await get(path)
    await post(path, {})
  }
  await get('/4111111111111111')
  const broken = await get('/broken', { headers: { authorization: 'Bearer hunter2hunter2' } })
  const requestId = broken.headers.get('v-c-correlation-id')
  await running.logLine((l) => l['requestId'] === requestId && l['msg'] === 'request completed')

  const fromRequests = running.logText().replaceAll('password of the database is hunter2', '')
  expect(fromRequests).not.toMatch(/hunter2|4111111111111111/)
})

test.each(['//pay/%s', '/./pay/%s', '/shop/pay/%s', '/pay%2f%s', '/p/%s/x', '/%s', '/x%s'])(
  'a payment token in %s is not logged',
  async (near) => {
    const token = `${'aB3-_'.repeat(12)}wxyz`
    const path = near.replace('%s', token)
    const connection = await RawConnection.open(running.port)
    connection.send(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const response = await connection.receivedAll()
    const requestId = /v-c-correlation-id: (\S+)/.exec(response)?.[1]

    await running.logLine((l) => l['requestId'] === requestId && l['msg'] === 'request completed')

    expect(running.logText()).not.toContain(token)
  },
)

test('requests are counted by pattern, never by address', async () => {
  const response = await get('/pages/17?limit=1&all=true')
  await response.arrayBuffer()
  await get('/nowhere/42')
  await running.logLine((l) => l['path'] === '/nowhere/42')

  const text = await (await get('/metrics')).text()
  expect(text).toContain('http_requests_total{method="GET",route="/pages/:page",status="200"}')
  expect(text).toContain('route="unmatched",status="404"')
  expect(text).not.toMatch(/pages\/17|nowhere/)
  expect(text).toMatch(/http_requests_in_flight 1\n/)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('a request whose client goes away is counted and ends', async () => {
  const gone = new AbortController()
  const slow = await startHttpApp({
    routes: [
      async (app) => {
        app.get('/slow', async (_request, reply) => {
          gone.abort()
          await new Promise((resolve) => reply.raw.once('close', resolve))
          return {}
        })
      },
    ],
  })

  await expect(fetch(`${slow.url}/slow`, { signal: gone.signal })).rejects.toThrow()

  await slow.logLine((l) => l['route'] === '/slow' && l['status'] === 499)
  expect(await slow.metrics.registry.getSingleMetricAsString('http_requests_in_flight')).toMatch(/in_flight 0$/m)
  await slow.app.close()
})
