import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import type { RoutePlugin } from './create-http-app.ts'

const Money = Type.Object({ amount: Type.String() }, { $id: 'Money' })

const testRoutes: RoutePlugin = async (app) => {
  app.addSchema(Money)
  app.post(
    '/prices/:id',
    {
      schema: {
        tags: ['Prices'],
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ price: Type.Ref('Money') }),
      },
    },
    async (request) => request.body,
  )
}

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({
    routes: [testRoutes],
    api: { version: '1.2.3', tags: [{ name: 'Prices', description: 'What things cost.' }] },
  })
})
afterAll(() => running.app.close())

test('the document is OpenAPI 3.1 with readable names and the health routes', async () => {
  const response = await fetch(`${running.url}/openapi.json`)
  const document = (await response.json()) as Record<string, never>

  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Quittance', version: '1.2.3' },
    paths: {
      '/healthz': { get: { operationId: 'getHealth', tags: ['Health'] } },
      '/readyz': {},
      '/metrics': {},
      '/prices/{id}': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { price: { $ref: '#/components/schemas/Money' } } },
              },
            },
          },
        },
      },
    },
    components: { schemas: { Money: { type: 'object' } } },
  })
  expect(Object.keys(document['paths'] ?? {}).filter((path) => path.startsWith('/docs'))).toEqual([])
})

test('a shared schema is validated too', async () => {
  const response = await fetch(`${running.url}/prices/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"price":{"amount":5}}',
  })

  expect(await response.json()).toMatchObject({
    details: [{ field: 'price.amount', reason: 'INVALID_DATA' }],
  })
})

test('a browser that asks for an icon gets one, which it keeps for a day', async () => {
  const response = await fetch(`${running.url}/favicon.ico`)

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

describe('the reference page', () => {
  test('loads its script from here and allows no other', async () => {
    const response = await fetch(`${running.url}/docs`)
    const html = await response.text()

    expect(response.url).toBe(`${running.url}/docs/`)
    expect(html).toContain('<script src="js/scalar.js"></script>')
    expect(html).not.toMatch(/https?:\/\//)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
  })

  test('the script is compressed and not sent again when known', async () => {
    const first = await fetch(`${running.url}/docs/js/scalar.js`)
    const etag = first.headers.get('etag') ?? ''
    const script = await first.text()
    const known = await fetch(`${running.url}/docs/js/scalar.js`, {
      headers: { 'if-none-match': etag },
    })
    const plain = await fetch(`${running.url}/docs/js/scalar.js`, {
      headers: { 'accept-encoding': 'identity' },
    })

    expect(first.headers.get('content-encoding')).toBe('gzip')
    expect(known.status).toBe(304)
    expect(plain.headers.has('content-encoding')).toBe(false)
    expect((await plain.text()) === script).toBe(true)
  })

  test('can be switched off; the document stays', async () => {
    const bare = await startHttpApp({ config: { hasDocs: false } })

    const paths = ['/docs', '/docs/', '/docs/js/scalar.js', '/', '/openapi.json']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${bare.url}${path}`)).status))
    await bare.app.close()

    expect(statuses).toEqual([404, 404, 404, 404, 200])
  })

  test.each(['/docs/', '/docs/js/scalar.js', '/openapi.json'])(
    '%s is sent compressed or plain, without a body for HEAD, and not again if it is known',
    async (path) => {
      const url = `${running.url}${path}`
      const [packed, plain, head] = [
        await fetch(url),
        await fetch(url, { headers: { 'accept-encoding': 'br, gzip;q=0' } }),
        await fetch(url, { method: 'HEAD' }),
      ]
      const known = await fetch(url, { headers: { 'if-none-match': `"x", W/${packed.headers.get('etag')}` } })

      expect(await packed.text()).toBe(await plain.text())
      expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
      expect(head.headers.get('content-length')).toBe(packed.headers.get('content-length'))
      expect([await head.text(), await known.text(), known.status]).toEqual(['', '', 304])
    },
  )
})
