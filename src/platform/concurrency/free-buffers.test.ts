import { once } from 'node:events'
import { Agent, createServer, get, IncomingMessage } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freeBuffer, freeSocketBuffers } from './free-buffers.ts'

test('the memory of large bytes is freed, and memory that is shared is kept', () => {
  const large = Buffer.alloc(1024 * 1024)
  const small = Buffer.from('small')
  const part = Buffer.alloc(1024 * 1024, 'a').subarray(0, 1024 * 512)

  for (const bytes of [large, small, part]) freeBuffer(bytes)

  expect(large.length).toBe(0)
  expect(small.toString()).toBe('small')
  expect(part.at(-1)).toBe(0x61)
})

test('a read is freed while its response is incomplete, and kept once the socket belongs to the next response', () => {
  const socket = new Socket()
  const response = new IncomingMessage(socket)
  const [first, last, later] = Array.from({ length: 3 }, () => Buffer.alloc(64 * 1024, 'a')) as [Buffer, Buffer, Buffer]
  freeSocketBuffers(response)

  socket.emit('data', first)
  // As the parser does before it passes the last read on.
  response.complete = true
  socket.emit('data', last)
  response.complete = false
  response.emit('close')
  socket.emit('data', later)

  expect([first, last, later].map(({ length }) => length)).toEqual([0, 64 * 1024, 64 * 1024])
})

test('freeing the buffers of a socket leaves the bodies of a kept connection whole', async () => {
  const body = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251))
  const server = createServer((_request, response) => {
    for (let at = 0; at < body.length; at += 700_001) response.write(body.subarray(at, at + 700_001))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<Socket>()
  const reads: { readonly bytes: Uint8Array; readonly lengthBefore: number }[] = []

  for (let turn = 0; turn < 2; turn += 1) {
    const [response] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage]
    const { socket } = response
    sockets.add(socket)
    const listener = (bytes: Uint8Array): void => void reads.push({ bytes, lengthBefore: bytes.length })
    socket.on('data', listener)
    freeSocketBuffers(response)
    expect((await buffer(response)).equals(body)).toBe(true)
    socket.off('data', listener)
  }

  // The system decides how much one read holds, so not all reads are large enough to be freed.
  const bytesOf = (some: typeof reads): number => some.reduce((sum, { lengthBefore }) => sum + lengthBefore, 0)
  const freed = reads.filter(({ bytes }) => bytes.length === 0)
  expect(sockets.size).toBe(1)
  expect(bytesOf(freed)).toBeGreaterThan(bytesOf(reads) / 4)
})
