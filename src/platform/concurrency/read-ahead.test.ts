import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

const WAITING_BYTES_MAX = 16

test('no byte is lost, whatever the pieces and the bound', async () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 50 }), async (given, waitingBytesMax) => {
      const read: Uint8Array[] = []

      for await (const piece of readAhead(Readable.from(given), waitingBytesMax)) read.push(piece)

      expect(Buffer.concat(read)).toEqual(Buffer.concat(given))
    }),
  )
})

test('a stream is read ahead while its reader is busy, up to the bound', async () => {
  let given = 0
  const stream = Readable.from(
    (function* () {
      for (; given < 1_000; given += 1) yield Buffer.alloc(4)
    })(),
    { highWaterMark: 1 },
  )
  const pieces = readAhead(stream, WAITING_BYTES_MAX)

  await pieces.next()
  await expect.poll(() => stream.isPaused()).toBe(true)

  expect(given).toBeGreaterThanOrEqual(WAITING_BYTES_MAX / 4)
  expect(given).toBeLessThan(20)
  await pieces.return()
  expect(stream.destroyed).toBe(true)
})

test('the error of a stream reaches its reader, even if the reader was busy', async () => {
  const stream = new PassThrough()
  const pieces = readAhead(stream, WAITING_BYTES_MAX)
  stream.write('0123456')
  await pieces.next()

  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.destroy(new Error('broken'))
  await closed

  await expect(pieces.next()).rejects.toThrow('broken')
})

test('a stream that is closed before its end is not taken for whole', async () => {
  const stream = new PassThrough()
  const pieces = readAhead(stream, WAITING_BYTES_MAX)
  stream.write('0')

  const next = pieces.next()
  stream.destroy()

  await expect(next).rejects.toThrow('before its end')
})
