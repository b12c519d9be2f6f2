import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { expect, test } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import { temporaryFolder } from '../../../../test/support/stores/temporary-folder.ts'

async function appWithSlowRoute(limits = {}) {
  const arrived = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const running = await startHttpApp({
    limits,
    routes: [
      async (app) => {
        app.get('/slow', async () => {
          arrived.resolve()
          await mayEnd.promise
          return { done: true }
        })
      },
    ],
  })
  return { ...running, arrived: arrived.promise, endSlow: mayEnd.resolve }
}

test('a running request finishes while the service closes, and no new one is accepted', async () => {
  const { app, url, arrived, endSlow } = await appWithSlowRoute()
  const slow = fetch(`${url}/slow`)
  await arrived

  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  endSlow()

  const response = await slow
  expect(response.status).toBe(200)
  expect(response.headers.get('connection')).toBe('close')
  expect(await response.json()).toEqual({ done: true })
  await closed
})

test('an idle connection does not hold up the close', async () => {
  const { app, port } = await appWithSlowRoute()
  const idle = await RawConnection.open(port)
  idle.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await idle.receivedUntil('{"status":"ok"}')

  await app.close()

  expect(await idle.receivedAll()).toContain('keep-alive')
})

test('a request that does not finish is cut after the bound', async () => {
  const { app, url, arrived, logLine } = await appWithSlowRoute({ closeTimeoutMs: 50 })
  const slow = fetch(`${url}/slow`)
  const refused = expect(slow).rejects.toThrow()
  await arrived

  await app.close()

  await refused
  await logLine((line) => String(line['msg']).includes('still running'))
})

test.each([
  ['http', undefined],
  ['https', 'self-signed'],
] as const)('a large response over %s is sent to its end while the service closes', async (_, tls) => {
  const dataDir = temporaryFolder()
  const large = 'x'.repeat(20_000_000)
  const { app, url } = await startHttpApp({
    config: { tls, dataDir },
    routes: [async (routes) => void routes.get('/large', async () => large)],
  })
  const received = Promise.withResolvers<number>()
  const responded = Promise.withResolvers<IncomingMessage>()
  const client = tls === undefined ? http : https
  client.get(`${url}/large`, { rejectUnauthorized: false }, responded.resolve)
  const response = await responded.promise

  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  response.once('end', () => received.resolve(bytes))
  response.once('error', received.reject)

  expect(await received.promise).toBe(large.length)
  await closed
})
