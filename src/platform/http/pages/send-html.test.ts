import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Html } from '../../../kernel/markup/html.ts'
import { sendHtmlInParts } from './send-html.ts'

async function listening(prepare: (app: FastifyInstance) => void): Promise<string> {
  const app = Fastify()
  onTestFinished(() => app.close())
  prepare(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

function textOf(start: string, rest: string) {
  return { start: () => new Html(start), rest: () => new Html(rest) }
}

test('a page in parts arrives whole, with its policy', async () => {
  const url = await listening((app) => {
    app.get('/', async (_request, reply) => {
      return sendHtmlInParts(reply, { ...textOf('', '<p>日本 ✓</p>'), start: (nonce) => new Html(`<b>${nonce}</b>`) })
    })
  })

  const response = await fetch(url)
  const text = await response.text()
  const head = await fetch(url, { method: 'HEAD' })

  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
  expect(text).toBe(`<b>${nonce}</b><p>日本 ✓</p>`)
  expect(nonce).not.toBe('')
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the start has left when the rest is written', async () => {
  const socketBytes: number[] = []
  const url = await listening((app) => {
    app.get('/', async ({ raw }, reply) => {
      const rest = () => {
        socketBytes.push(raw.socket.bytesWritten)
        return new Html('rest')
      }
      return sendHtmlInParts(reply, { ...textOf('start', ''), rest })
    })
  })

  const text = await (await fetch(url)).text()

  expect(text).toBe('startrest')
  expect(socketBytes).toEqual([expect.any(Number)])
  expect(socketBytes[0]).toBeGreaterThan('start'.length)
})

test('a page whose rest fails is cut off, and the next one is sent', async () => {
  let isBroken = true
  const url = await listening((app) => {
    app.get('/', async (_request, reply) => {
      const rest = () => {
        if (isBroken) throw new Error('This page is broken.')
        return new Html('rest')
      }
      return sendHtmlInParts(reply, { ...textOf('start', ''), rest })
    })
  })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET / HTTP/1.1\r\nhost: page\r\n\r\n')
  let received = ''
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  await once(socket, 'close')
  isBroken = false

  const next = await (await fetch(url)).text()

  expect(received).toContain('start')
  expect(received).not.toContain('\r\n0\r\n\r\n')
  expect(next).toBe('startrest')
})

test('a page whose start fails is a failure', async () => {
  const url = await listening((app) => {
    app.get('/', async (_request, reply) => {
      const start = () => {
        throw new Error('This page is broken.')
      }
      return sendHtmlInParts(reply, { ...textOf('', 'rest'), start })
    })
  })

  const response = await fetch(url)

  expect(response.status).toBe(500)
})
