import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { longBody } from './long-body.ts'
import { discardRest } from './unread-body.ts'

const BOUNDS = { bytesMax: 2_000_000, waitingMs: 100_000, bytesMin: 1_000 }
const headOf = (path: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n`

const routes: readonly RoutePlugin[] = [
  async (app) => {
    app.addContentTypeParser('text/plain', async (_request: unknown, body: unknown) => body)
    app.addHook('onSend', async (request, reply) => discardRest(request, reply))
    for (const [path, waitingMs] of [['/patient', 100_000] as const, ['/hasty', 50] as const]) {
      app.post(path, async (request) => {
        let bytes = 0
        const bounds = { ...BOUNDS, waitingMs }
        for await (const chunk of longBody(request, request.body as Readable, bounds)) {
          bytes += chunk.length
        }
        return { bytes }
      })
    }
  },
]

let running: RunningHttpApp
/** Cuts off whatever takes longer than a moment. */
let strict: RunningHttpApp
beforeAll(async () => {
  const limits = { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000, checkIntervalMs: 20 }
  running = await startHttpApp({ routes })
  strict = await startHttpApp({ routes, limits })
})
afterAll(async () => {
  await running.app.close()
  await strict.app.close()
})

describe('a long body', () => {
  test('continues after the time limit of other requests', async () => {
    const connection = await RawConnection.open(strict.port)
    const timeIsUp = once(strict.app.server, 'clientError')
    connection.send(`${headOf('/patient')}content-length: 6\r\n\r\nabc`)
    await timeIsUp
    connection.send('def')

    expect(await connection.receivedUntil('}')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"bytes":6\}$/)
    connection.destroy()
  })

  test('is refused if it arrives too slowly', async () => {
    const connection = await RawConnection.open(running.port)
    connection.send(`${headOf('/hasty')}content-length: 8000\r\n\r\n${'x'.repeat(500)}`)

    expect(await connection.receivedUntil('}')).toMatch(/^HTTP\/1\.1 408 [\s\S]*too slowly/)
    connection.destroy()
  })

  test('does not extend the time limit of the next request on the same connection', async () => {
    const connection = await RawConnection.open(strict.port)
    connection.send(`${headOf('/patient')}content-length: 3\r\n\r\nabc`)
    await connection.receivedUntil('{"bytes":3}')
    connection.send('POST /other HTTP/1.1\r\nhost: x\r\n')

    expect(await connection.receivedAll()).toMatch(/HTTP\/1\.1 408 /)
  })

  test('is refused for its size, and its sender can read the response', async () => {
    const response = await fetch(`${running.url}/patient`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: Buffer.alloc(20_000_000),
    })

    expect(response.status).toBe(413)
    expect(await response.text()).toContain('larger than 1 MiB')
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  })
})

test('a sender is not refused for the time in which the body is not read', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const payload = new PassThrough()
  const raw = new IncomingMessage(new Socket())
  const body = longBody({ raw }, payload, { ...BOUNDS, waitingMs: 20 })
  payload.write('abc')
  await body.next()

  vi.advanceTimersByTime(1_000)
  payload.end('def')

  expect((await body.next()).value?.toString()).toBe('def')
  expect((await body.next()).done).toBe(true)
  vi.useRealTimers()
})
