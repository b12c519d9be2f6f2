import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { sendRequest } from '../../../../test/support/http/send-request.ts'
import type { RoutePlugin } from './create-http-app.ts'

const LONG = { text: 'all work and no play '.repeat(200) }
const BODY = JSON.stringify(LONG)

const routes: RoutePlugin = async (app) => {
  app.get('/long', async (_request, reply) => reply.headers({ etag: '"7"', vary: 'accept' }).send(LONG))
  app.get('/short', async (_request, reply) => reply.header('etag', '"7"').send({}))
  app.get('/secret', { compress: false }, async () => LONG)
  app.get('/page', async (_request, reply) => reply.type('text/html').send(BODY))
  app.get('/part', async (_request, reply) =>
    reply
      .code(206)
      .headers({ 'content-range': `bytes 0-${BODY.length - 1}/99999` })
      .send(LONG),
  )
  app.post('/echo', async ({ body }) => body)
}

let app: RunningHttpApp
beforeAll(async () => {
  app = await startHttpApp({ routes: [routes] })
})
afterAll(() => app.app.close())

async function get(path: string, accepted?: string, method = 'GET') {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const { headers: answered, bytes, status } = await sendRequest(app.port, { method, path, headers })
  const { 'content-encoding': encoding, etag, vary, 'content-length': length } = answered
  return { status, encoding, etag, vary, length, bytes }
}

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

describe('JSON of more than a kibibyte', () => {
  test.each(['gzip', 'br', 'zstd'] as const)('is sent in %s, with a tag of its own', async (encoding) => {
    const { bytes, ...answered } = await get('/long', encoding)

    expect(answered).toMatchObject({ encoding, etag: `"7-${encoding}"`, vary: 'accept, accept-encoding' })
    expect(bytes.length).toBeLessThan(BODY.length / 4)
    expect(DECODERS[encoding](bytes).toString()).toBe(BODY)
  })

  test.each([undefined, 'identity', 'deflate', 'gzip;q=0'])(
    'is sent as it is with Accept-Encoding %s',
    async (accepted) => {
      const { bytes, ...answered } = await get('/long', accepted)

      expect(answered).toMatchObject({ encoding: undefined, etag: '"7"', vary: 'accept, accept-encoding' })
      expect(bytes.toString()).toBe(BODY)
    },
  )

  test('has the same headers for HEAD', async () => {
    const { bytes, ...head } = await get('/long', 'gzip', 'HEAD')
    const { bytes: whole, ...answered } = await get('/long', 'gzip')

    expect(head).toEqual(answered)
    expect([bytes.length, Number(head.length)]).toEqual([0, whole.length])
  })
})

test.each(['/short', '/secret', '/page', '/part', '/metrics'])('%s is never compressed', async (path) => {
  expect(await get(path, 'zstd, br, gzip')).toMatchObject({ encoding: undefined })
})

test('compressed requests stay refused', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

  expect(await sendRequest(app.port, { method: 'POST', path: '/echo', headers, body: '{}' })).toMatchObject({
    status: 415,
  })
})
