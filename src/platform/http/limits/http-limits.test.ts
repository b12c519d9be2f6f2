import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { RawConnection } from '../../../../test/support/http/raw-connection.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'

const routes: readonly RoutePlugin[] = [
  async (app) => {
    app.post('/echo', async (request) => ({ body: request.body }))
  },
]

let running: RunningHttpApp
/** Cuts off whatever takes longer than a moment. */
let strict: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({ routes, limits: { keepAliveTimeoutMs: 100, requestsPerConnectionMax: 3 } })
  strict = await startHttpApp({
    routes,
    limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkIntervalMs: 50 },
  })
})
afterAll(async () => {
  await running.app.close()
  await strict.app.close()
})

test('headers that trickle in are cut off with 408 in our shape', async () => {
  const connection = await RawConnection.open(strict.port)
  connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ')

  const response = await connection.receivedAll()

  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(response).toMatch(/v-c-correlation-id: [0-9a-f-]{36}\r\n/)
  expect(response).toContain('x-content-type-options: nosniff')
  expect(bodyOf(response)).toMatchObject({ status: 'REQUEST_TIMEOUT', details: [] })
  const id = /v-c-correlation-id: (\S+)/.exec(response)?.[1]
  expect(await strict.logLine((line) => line['requestId'] === id)).toMatchObject({ status: 408 })
})

test('a connection that says nothing is closed', async () => {
  const connection = await RawConnection.open(strict.port)

  expect(await connection.receivedAll()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a body that trickles in is cut off', async () => {
  const connection = await RawConnection.open(strict.port)
  connection.send('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a')

  expect(await connection.receivedAll()).toMatch(/^HTTP\/1\.1 408 /)
})

test('oversized headers are refused with 431 in our shape', async () => {
  const connection = await RawConnection.open(running.port)
  connection.send(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(17_000)}\r\n\r\n`)

  const response = await connection.receivedAll()

  expect(response).toMatch(/^HTTP\/1\.1 431 /)
  expect(bodyOf(response)).toMatchObject({ reason: 'HEADERS_TOO_LARGE' })
})

test('headers just below the bound are accepted', async () => {
  const response = await fetch(`${running.url}/healthz`, {
    headers: { 'x-large': 'a'.repeat(15_000) },
  })

  expect(response.status).toBe(200)
})

test('bytes that are not HTTP are refused with 400 and the connection is closed', async () => {
  const connection = await RawConnection.open(running.port)
  connection.send('HELO mail.example\r\n\r\n')

  const response = await connection.receivedAll()

  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodyOf(response)).toMatchObject({ reason: 'MALFORMED_REQUEST' })
})

test.each([
  'content-length: 5\r\ntransfer-encoding: chunked',
  'content-length: 5\r\ncontent-length: 6',
  'transfer-encoding: chunked\r\ntransfer-encoding: identity',
])('a body of two lengths (%j) is refused: no request hides behind another', async (headers) => {
  const connection = await RawConnection.open(running.port)
  connection.send(
    `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`,
  )

  const response = await connection.receivedAll()

  expect(response.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
})

test('a request without a host is refused in our shape', async () => {
  const connection = await RawConnection.open(running.port)
  connection.send('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n')

  const response = await connection.receivedAll()

  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('v-c-correlation-id: ')
  expect(bodyOf(response)).toMatchObject({ reason: 'MISSING_HOST' })
})

test('a request with two hosts is refused: a proxy may have used the other one', async () => {
  const connection = await RawConnection.open(running.port)
  connection.send('GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n')

  const response = await connection.receivedAll()

  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodyOf(response)).toMatchObject({ reason: 'SEVERAL_HOSTS' })
})

test('an unknown expectation is ignored', async () => {
  const connection = await RawConnection.open(running.port)
  connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n')

  expect(await connection.receivedAll()).toMatch(/^HTTP\/1\.1 200 /)
})

test('an idle connection is closed, and so is one with many requests', async () => {
  const idle = await RawConnection.open(running.port)
  idle.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await idle.receivedAll()).toMatch(/^HTTP\/1\.1 200 /)

  const busy = await RawConnection.open(running.port)
  busy.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3))
  const responses = await busy.receivedAll()
  expect(responses.match(/HTTP\/1\.1 200 /g)).toHaveLength(3)
  expect(responses).toMatch(/connection: close/i)
})

function bodyOf(response: string): unknown {
  return JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
}

test('connections beyond the limit are refused, and served again once others are closed', async () => {
  const limited = await startHttpApp({ config: { connectionsMax: 2 } })
  onTestFinished(() => limited.app.close())
  const kept = [await RawConnection.open(limited.port), await RawConnection.open(limited.port)]
  for (const connection of kept) {
    connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await connection.receivedUntil('"ok"')
  }

  const refused = await RawConnection.open(limited.port)
  const response = await refused.receivedAll()
  kept[0]?.destroy()
  await expect
    .poll(() =>
      fetch(`${limited.url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)

  expect(response).toBe('')
  expect(await limited.logLine(({ connectionsMax }) => connectionsMax === 2)).toMatchObject({ level: 'warn' })
  kept[1]?.destroy()
})
