import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { describe, type TestContext, test } from 'vitest'
import { type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { temporaryFolder } from '../../../../test/support/stores/temporary-folder.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'

const LARGE = Buffer.alloc(8 * 1024 * 1024, 'x')
const LIMIT_MS = 150
/** As 10 kB/s are to the limit of three minutes. */
const BYTES_IN_LIMIT = 1_800_000
const KINDS = ['HTTP', 'HTTPS'] as const

const routes: RoutePlugin = async (app) => {
  app.get('/large', async (_request, reply) => reply.send(LARGE))
  app.get('/pieces', async (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 512 }, (_, i) => LARGE.subarray(i * 16_384, (i + 1) * 16_384)))),
  )
  app.get('/slowly-made', async (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          for (const word of ['one ', 'two ', 'three']) {
            await sleep(2 * LIMIT_MS)
            yield word
          }
        })(),
      ),
    ),
  )
}

type Finishing = Pick<TestContext, 'onTestFinished'>

async function startServer(
  { onTestFinished }: Finishing,
  kind: (typeof KINDS)[number],
  limitMs = LIMIT_MS,
): Promise<RunningHttpApp> {
  const running = await startHttpApp({
    routes: [routes],
    limits: { stalledReaderMsMax: limitMs },
    config: kind === 'HTTP' ? {} : { tls: 'self-signed', dataDir: temporaryFolder() },
  })
  onTestFinished(() => running.app.close())
  return running
}

/** Sends a request on a connection that reads nothing by itself. */
async function request({ onTestFinished }: Finishing, { port, url }: RunningHttpApp, path: string): Promise<Socket> {
  const isSecure = url.startsWith('https:')
  const at = { port, host: '127.0.0.1' }
  const socket = isSecure ? connectSecurely({ ...at, rejectUnauthorized: false }) : connect(at)
  onTestFinished(() => void socket.destroy())
  await once(socket, isSecure ? 'secureConnect' : 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return socket
}

/** Reads no faster than this until all has come or the connection is closed; returns how much it was. */
async function readSlowly(socket: Socket, bytesPerMs: number): Promise<number> {
  socket.on('error', () => {})
  const startedAt = performance.now()
  let bytes = 0
  while (bytes < LARGE.length && !socket.destroyed) {
    await sleep(10)
    const allowed = (performance.now() - startedAt) * bytesPerMs
    while (bytes < allowed) {
      const part: Buffer | null = socket.read(Math.min(16_384, socket.readableLength))
      if (part === null) break
      bytes += part.length
    }
  }
  return bytes
}

const isCut = (line: Readonly<Record<string, unknown>>) =>
  String(line['msg']).startsWith('closing the connection of a client that does not read')

// They wait most of the time.
describe.concurrent.each(KINDS)('over %s', (kind) => {
  test.for(['/large', '/pieces'])('a client that does not read %s is cut off', async (path, context) => {
    const { expect } = context
    const running = await startServer(context, kind)

    const socket = await request(context, running, path)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    await running.logLine(isCut)
    socket.resume()
    await closed

    expect(running.logLines().filter(isCut)).toHaveLength(1)
    expect(await running.logLine(({ route }) => route === path)).toMatchObject({ status: 499 })
  })

  test.for(['/large', '/pieces'])(
    'a client that reads %s slowly, for several times the limit, gets all of it',
    async (path, context) => {
      const { expect } = context
      const limitMs = 1_000
      const running = await startServer(context, kind, limitMs)
      const socket = await request(context, running, path)

      const bytes = await readSlowly(socket, BYTES_IN_LIMIT / limitMs)

      expect(bytes).toBeGreaterThanOrEqual(LARGE.length)
      expect(running.logLines().filter(isCut)).toEqual([])
    },
  )

  test('a client that waits for a slow producer is not cut off', async (context) => {
    const { expect } = context
    const running = await startServer(context, kind)
    const socket = await request(context, running, '/slowly-made')

    let text = ''
    for await (const part of socket) {
      text += String(part)
      if (text.includes('0\r\n\r\n')) break
    }

    expect(text).toMatch(/one .*two .*three/s)
    expect(running.logLines().filter(isCut)).toEqual([])
  })
})
