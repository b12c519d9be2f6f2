import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createHttpApp, listen, type RoutePlugin } from './create-http-app.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const at = Temporal.Instant.from('2026-11-15T00:33:45Z')

const testRoutes: RoutePlugin = async (app) => {
  app.get(
    '/pages/:page',
    {
      schema: {
        params: Type.Object({ page: Type.Integer() }),
        querystring: Type.Object({ limit: Type.Integer({ maximum: 100 }), all: Type.Boolean() }),
      },
    },
    async (request) => ({ ...request.params, ...request.query }),
  )
  app.get('/refused', async () => {
    throw new AppError('conflict', 'DUPLICATE_RECORD', 'It exists already.')
  })
  app.get('/broken', { schema: { response: { 200: Type.Object({}) } } }, async () => {
    throw new Error('password of the database is hunter2')
  })
  app.get('/half-good', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public', etag: '"x"', 'content-disposition': 'attachment' })
    throw new AppError('unavailable', 'BUSY', 'Come back later.')
  })
  app.get('/whoami', async (request) => ({ ip: request.ip, protocol: request.protocol }))
}

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({
    routes: [testRoutes],
    clock: { now: () => at },
    errorShapes: [
      {
        prefix: '/xml',
        shape: (failure, { correlationId }) => ({
          contentType: 'application/xml',
          body: `<error code="${failure.reason}" id="${correlationId}"/>`,
        }),
      },
    ],
  })
})
afterAll(() => running.app.close())

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init)
test('a slash at the end of a path makes no difference', async () => {
  const [plain, slashed] = await Promise.all(
    ['/pages/7?limit=1&all=true', '/pages/7/?limit=1&all=true'].map(async (path) => (await get(path)).json()),
  )
  const wrongMethod = await get('/pages/7/', { method: 'DELETE' })
  const unknown = await get('/nowhere/')

  expect(slashed).toEqual(plain)
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect([unknown.status, (await errorBody(unknown)).reason]).toEqual([404, 'NOT_FOUND'])
  expect((await get('/healthz/')).status).toBe(200)
})

describe('failures', () => {
  test('an unknown path is 404 in the same shape, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await get('/nowhere?a=b', { method })

      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({
        submitTimeUtc: '2026-11-15T00:33:45Z',
        status: 'NOTFOUND',
        reason: 'NOT_FOUND',
        message: 'The resource does not exist.',
        details: [],
      })
    }
  })

  test('a known path with another method is 405 and says what is allowed', async () => {
    const response = await get('/pages/3', { method: 'PATCH' })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect((await errorBody(response)).status).toBe('METHOD_NOT_ALLOWED')
  })

  test.each([
    ['malformed JSON', { body: '{"a": ', headers: { 'content-type': 'application/json' } }],
    ['another type', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['too much', { body: 'x'.repeat(1024 * 1024 + 1), headers: { 'content-type': 'a/json' } }],
    ['a method with rules of its own', { method: 'QUERY' }],
  ])('an unknown path and a wrong method are reported before %s', async (_, init) => {
    const unknown = await get('/nowhere', { method: 'POST', ...init })
    const wrong = await get('/pages/3', { method: 'POST', ...init })

    expect([unknown.status, wrong.status]).toEqual([404, 405])
    expect(wrong.headers.get('allow')).toBe('GET, HEAD')
  })

  test('a path has the same error shape and methods in every spelling', async () => {
    const connection = await RawConnection.open(running.port)
    connection.send('GET http://api.example/xml/nowhere HTTP/1.1\r\nhost: x\r\n\r\n')
    connection.send('PUT /%70ages/3 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

    expect(await connection.receivedAll()).toMatch(
      /404[\s\S]+content-type: application\/xml[\s\S]+HTTP\/1\.1 405[\s\S]+allow: GET, HEAD/,
    )
  })

  test('a refusal keeps its code and message', async () => {
    const response = await get('/refused')

    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      reason: 'DUPLICATE_RECORD',
      message: 'It exists already.',
    })
  })

  test('a bug is 500 with no detail outside and the full detail in the log', async () => {
    const response = await get('/broken')
    const requestId = response.headers.get('v-c-correlation-id')

    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      submitTimeUtc: '2026-11-15T00:33:45Z',
      status: 'SERVER_ERROR',
      reason: 'SYSTEM_ERROR',
      message: 'Error - General system failure.',
      details: [],
    })
    const line = await running.logLine((l) => l['requestId'] === requestId && l['level'] === 'error')
    expect(line).toMatchObject({
      err: { stack: expect.stringContaining('create-http-app.test.ts') },
    })
  })

  test('a path that cannot be decoded is 400 with all headers', async () => {
    const response = await get('/%E0%A4')

    expect(response.status).toBe(400)
    expect(response.headers.get('v-c-correlation-id')).toMatch(UUID)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a prefix may have a shape of its own, for unknown paths too', async () => {
    const response = await get('/xml/nowhere')

    expect(response.headers.get('content-type')).toBe('application/xml')
    expect(await response.text()).toBe(`<error code="NOT_FOUND" id="${response.headers.get('v-c-correlation-id')}"/>`)
  })

  test('HEAD on a GET route responses without a body', async () => {
    const response = await get('/healthz', { method: 'HEAD' })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('15')
    expect(await response.text()).toBe('')
  })
})

describe('headers', () => {
  test('a failure has no header of the response that it replaces', async () => {
    const { status, headers } = await get('/half-good')

    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(headers.has('etag') || headers.has('content-disposition')).toBe(false)
  })

  test.each(['/healthz', '/nowhere', '/broken', '/refused'])('%s has the security headers', async (path) => {
    const { headers } = await get(path)

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    for (const absent of ['server', 'x-powered-by', 'strict-transport-security']) {
      expect(headers.has(absent)).toBe(false)
    }
  })

  test('strict transport security is sent if the public address is https', async () => {
    const behindProxy = await startHttpApp({ config: { baseUrl: 'https://pay.example' } })

    const response = await fetch(`${behindProxy.url}/healthz`)

    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    await behindProxy.app.close()
  })
})

describe('proxies', () => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' } }

  test('forwarded addresses are not trusted by default', async () => {
    expect(await (await get('/whoami', forwarded)).json()).toEqual({
      ip: '127.0.0.1',
      protocol: 'http',
    })
  })

  test('the forwarded address of a trusted proxy is used, that of another is not', async () => {
    const trusting = await startHttpApp({
      routes: [testRoutes],
      config: { trustedProxies: ['127.0.0.0/8'] },
    })
    const doubting = await startHttpApp({
      routes: [testRoutes],
      config: { trustedProxies: ['10.0.0.0/8'] },
    })

    const believed = await (await fetch(`${trusting.url}/whoami`, forwarded)).json()
    const doubted = await (await fetch(`${doubting.url}/whoami`, forwarded)).json()

    expect(believed).toEqual({ ip: '203.0.113.9', protocol: 'https' })
    expect(doubted).toEqual({ ip: '127.0.0.1', protocol: 'http' })
    await trusting.app.close()
    await doubting.app.close()
  })
})

test('a port in use refuses to start and names the setting', async () => {
  const second = await startHttpApp()

  await expect(startOn(running.port, second)).rejects.toThrow(
    `Port ${running.port} on 127.0.0.1 is already in use: stop what listens there, or set QUITTANCE_PORT`,
  )
  await second.app.close()
})

async function startOn(port: number, other: RunningHttpApp): Promise<void> {
  const app = await createHttpApp({
    config: { baseUrl: 'http://x', trustedProxies: [], tls: undefined, connectionsMax: 9, hasDocs: true },
    certificate: undefined,
    log: other.app.log as never,
    metrics: other.metrics,
    clock: { now: () => at },
    readiness: [],
    routes: [],
    api: { version: '0' },
  })
  try {
    await listen(app, { host: '127.0.0.1', port })
  } finally {
    await app.close()
  }
}

test('contracts are compiled when a request needs them, or all at the start', async () => {
  const missing = { $ref: 'missing#' }
  const routes: RoutePlugin = async (app) => {
    app.get('/whole', { schema: { response: { 200: Type.Object({}) } } }, async () => ({}))
    app.get('/broken-response', { schema: { response: { 200: missing } } }, async () => ({}))
    app.post('/broken-body', { schema: { body: missing } }, async () => ({}))
  }

  const lazy = await startHttpApp({ routes: [routes] })
  const statuses = [
    await fetch(`${lazy.url}/whole`),
    await fetch(`${lazy.url}/broken-response`),
    await fetch(`${lazy.url}/broken-body`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    }),
  ].map(({ status }) => status)
  await lazy.app.close()

  expect(statuses).toEqual([200, 500, 500])
  await expect(startHttpApp({ routes: [routes], schemaCompilation: 'at-start' })).rejects.toThrow('missing')
})

test('responses follow contracts that several routes share, whichever route is called first', async () => {
  const Shared = Type.Object({ name: Type.String() }, { $id: 'Shared' })
  const routes: RoutePlugin = async (app) => {
    app.get('/whole', { schema: { response: { 200: Shared } } }, async () => ({ name: 'a', secret: 'b' }))
    const List = Type.Object({ items: Type.Array(Type.Ref('Shared')) })
    app.get('/list', { schema: { response: { 200: List } } }, async () => ({ items: [{ name: 'a', secret: 'b' }] }))
  }
  const shared = await startHttpApp({ routes: [routes], api: { version: '0.0.0', schemas: [Shared] } })

  const responses = [await fetch(`${shared.url}/whole`), await fetch(`${shared.url}/list`)]
  const bodies = await Promise.all(responses.map((response) => response.json()))
  await shared.app.close()

  expect(bodies).toEqual([{ name: 'a' }, { items: [{ name: 'a' }] }])
})
