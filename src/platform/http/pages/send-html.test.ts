import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Html } from '../../../kernel/markup/html.ts'
import { sendHtml } from './send-html.ts'

/** The address of a page that is rendered by this function. */
async function listening(render: (nonce: string) => Html): Promise<string> {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.get('/', async (_request, reply) => sendHtml(reply, render))
  return app.listen({ host: '127.0.0.1', port: 0 })
}

test('a page arrives whole, with its length and its policy', async () => {
  const url = await listening((nonce) => new Html(`<b>${nonce}</b><p>日本 ✓</p>`))

  const response = await fetch(url)
  const text = await response.text()
  const head = await fetch(url, { method: 'HEAD' })

  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
  expect(text).toBe(`<b>${nonce}</b><p>日本 ✓</p>`)
  expect(nonce).not.toBe('')
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a page that cannot be rendered becomes an error response', async () => {
  const url = await listening(() => {
    throw new Error('This page is broken.')
  })

  const response = await fetch(url)

  expect(response.status).toBe(500)
})
