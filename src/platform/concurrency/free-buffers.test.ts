import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freeBuffer, freeSocketBuffers } from './free-buffers.ts'

test('large bytes are gone, and those that share their memory with others stay', () => {
  const large = Buffer.alloc(1024 * 1024)
  const small = Buffer.from('small')
  const part = Buffer.alloc(1024 * 1024, 'a').subarray(0, 1024 * 512)

  for (const bytes of [large, small, part]) freeBuffer(bytes)

  expect(large.length).toBe(0)
  expect(small.toString()).toBe('small')
  expect(part.at(-1)).toBe(0x61)
})

test('what a socket has read is freed, and the body is whole', async () => {
  const body = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251))
  const server = createServer((_request, answer) => {
    for (let at = 0; at < body.length; at += 700_001) answer.write(body.subarray(at, at + 700_001))
    answer.end()
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const read: { readonly bytes: Uint8Array; readonly isToBeFreed: boolean }[] = []

  // The second answer comes by the same connection.
  for (let turn = 0; turn < 2; turn += 1) {
    const [answer] = (await once(get({ host: '127.0.0.1', port }), 'response')) as [IncomingMessage]
    const { socket } = answer
    // How much is read at once, and whether it has memory of its own, is up to the system.
    const listener = (bytes: Uint8Array): void => {
      const { byteLength, buffer: memory } = bytes
      const isOwn = byteLength === memory.byteLength && byteLength >= Buffer.poolSize / 2
      read.push({ bytes, isToBeFreed: isOwn && !answer.complete })
    }
    socket.on('data', listener)
    freeSocketBuffers(answer)
    expect((await buffer(answer)).equals(body)).toBe(true)
    socket.off('data', listener)
  }

  expect(read.map(({ bytes }) => bytes.length === 0)).toEqual(read.map(({ isToBeFreed }) => isToBeFreed))
  expect(read.length).toBeGreaterThan(4)
})
