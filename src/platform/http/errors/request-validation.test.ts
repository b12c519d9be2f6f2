import { gzipSync } from 'node:zlib'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'

const at = Temporal.Instant.from('2026-11-15T00:33:45Z')

const Invoice = Type.Object(
  {
    email: Type.String({ format: 'email' }),
    count: Type.Integer(),
    amount: Type.Union([Type.String(), Type.Number()]),
    mode: Type.Union([Type.Literal('email'), Type.Literal('none')]),
    lines: Type.Array(Type.Object({ price: Type.String() })),
  },
  { additionalProperties: false },
)

const testRoutes: RoutePlugin = async (app) => {
  app.post('/echo', async (request) => ({
    body: request.body ?? null,
    bytes: request.rawBody?.length ?? 0,
  }))
  app.post('/invoices', { schema: { body: Invoice } }, async (request) => request.body)
  const params = Type.Object({ page: Type.Integer() })
  const querystring = Type.Object({ limit: Type.Integer({ maximum: 100 }), all: Type.Boolean() })
  const Page = Type.Object({ title: Type.String() })
  app.put('/pages/:page', { schema: { params, querystring, body: Page } }, async () => ({}))
  app.get('/pages/:page', { schema: { params, querystring } }, async (request) => ({
    ...request.params,
    ...request.query,
  }))
}

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({ routes: [testRoutes], clock: { now: () => at } })
})
afterAll(() => running.app.close())

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init)
const post = (path: string, body: unknown, type = 'application/json') =>
  get(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('validation', () => {
  test('all offending fields are named together, a union as one', async () => {
    const response = await post('/invoices', {
      email: 'nobody',
      count: '3',
      amount: true,
      mode: 'pigeon',
      lines: [{ price: '1' }, {}],
      extra: 1,
    })

    expect(response.status).toBe(400)
    const body = await errorBody(response)
    expect(body).toMatchObject({
      submitTimeUtc: '2026-11-15T00:33:45Z',
      status: 'BADREQUEST',
      reason: 'VALIDATION_ERROR',
    })
    expect(body.message).toContain('mode must be one of email, none')
    expect(new Map(body.details.map(({ field, reason }) => [field, reason]))).toEqual(
      new Map([
        ['extra', 'INVALID_DATA'],
        ['email', 'INVALID_DATA'],
        ['count', 'INVALID_DATA'],
        ['amount', 'INVALID_DATA'],
        ['mode', 'INVALID_DATA'],
        ['lines[1].price', 'MISSING_FIELD'],
      ]),
    )
  })

  test('query and path are coerced, and named when they cannot be', async () => {
    expect(await (await get('/pages/3?limit=10&all=true')).json()).toEqual({
      page: 3,
      limit: 10,
      all: true,
    })

    const refused = await errorBody(await get('/pages/3?limit=1000&all=perhaps'))
    expect(refused.details).toEqual([
      { field: 'limit', reason: 'INVALID_DATA' },
      { field: 'all', reason: 'INVALID_DATA' },
    ])
  })

  test('problems of path, query and body are named together', async () => {
    const response = await get('/pages/first?limit=many&all=true', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"title":5}',
    })

    expect((await errorBody(response)).details.map(({ field }) => field)).toEqual(['page', 'title', 'limit'])
  })

  test('a large body is refused at its first error', async () => {
    const lines = Array.from({ length: 50_000 }, () => ({}))
    const invoice = { email: 'a@b.example', count: 1, amount: '1', mode: 'none', lines }

    const response = await post('/invoices', invoice)

    expect((await errorBody(response)).details).toEqual([{ field: 'lines[0].price', reason: 'MISSING_FIELD' }])
  })

  test('a missing body is refused as such', async () => {
    const response = await get('/invoices', { method: 'POST' })

    expect(response.status).toBe(400)
    expect((await errorBody(response)).details).toEqual([{ field: 'body', reason: 'INVALID_DATA' }])
  })
})

describe('bodies', () => {
  test('a large amount arrives with all its digits', async () => {
    const response = await post('/echo', '{"amount": 12345678901234567.89, "count": 2}')

    expect(await response.json()).toMatchObject({
      body: { amount: '12345678901234567.89', count: 2 },
    })
  })

  test('malformed JSON is refused with its place and without being quoted', async () => {
    const response = await post('/echo', '{\n  "name": "Mr Secret",\n}')

    expect(response.status).toBe(400)
    const body = await errorBody(response)
    expect(body).toMatchObject({
      reason: 'INVALID_JSON',
      message: 'The body is not valid JSON at line 3, column 1 (offset 25).',
    })
  })

  test.each([['{"__proto__":{"isAdmin":true}}'], ['{"constructor":{"prototype":{}}}']])(
    '%s is refused',
    async (body) => {
      expect((await post('/echo', body)).status).toBe(400)
    },
  )

  test('bytes that are not UTF-8 are refused', async () => {
    const response = await get('/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0x22]),
    })

    expect(response.status).toBe(400)
    expect((await errorBody(response)).message).toBe('The body is not UTF-8 text.')
  })

  test('a compressed body is refused by name, and an identity-encoded body is accepted', async () => {
    const send = (encoding: string, body: string | Uint8Array<ArrayBuffer>) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      return get('/echo', { method: 'POST', headers, body })
    }

    for (const body of [Uint8Array.from(gzipSync('{}')), '{}']) {
      const response = await send('gzip', body)
      expect(response.status).toBe(415)
      expect((await errorBody(response)).details).toMatchObject([{ field: 'content-encoding' }])
    }
    expect((await send('identity', '{}')).status).toBe(200)
  })

  test('an empty body with a JSON content type is not a body', async () => {
    expect(await (await post('/echo', '')).json()).toEqual({ body: null, bytes: 0 })
  })

  test('the raw bytes remain available for digests', async () => {
    expect(await (await post('/echo', '{ "a": "ä" }', 'application/json; charset=UTF-8')).json()).toEqual({
      body: { a: 'ä' },
      bytes: 13,
    })
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonx'])(
    'a body of type %s is refused with 415',
    async (type) => {
      const response = await post('/echo', 'a=b', type)

      expect(response.status).toBe(415)
      expect((await errorBody(response)).reason).toBe('UNSUPPORTED_MEDIA_TYPE')
    },
  )

  test.each(['ISO-8859-1', '"latin1"', 'utf-16'])('a body in the charset %s is refused with 415', async (charset) => {
    const response = await post('/echo', '{"a":1}', `application/json; charset=${charset}`)

    expect(response.status).toBe(415)
    expect(await errorBody(response)).toMatchObject({
      reason: 'UNSUPPORTED_CHARSET',
      message: 'The body must be UTF-8, and its content type must not name another charset.',
    })
  })

  test.each(['utf-8', '"UTF-8"', 'us-ascii'])('a body in the charset %s is read', async (charset) => {
    expect((await post('/echo', '{"a":1}', `application/json;charset=${charset}`)).status).toBe(200)
  })

  test('a body over 1 MiB is refused with 413, announced or not', async () => {
    const tooLarge = JSON.stringify('x'.repeat(1024 * 1024))
    const announced = await post('/echo', tooLarge)
    const streamed = await get('/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ReadableStream.from([Buffer.from(tooLarge)]),
      duplex: 'half',
    } as RequestInit)

    expect([announced.status, streamed.status]).toEqual([413, 413])
    expect(await announced.json()).toMatchObject({ status: 'PAYLOAD_TOO_LARGE' })
  })

  test('a body of just under 1 MiB is read', async () => {
    expect((await post('/echo', JSON.stringify('x'.repeat(1024 * 1024 - 2)))).status).toBe(200)
  })
})
