import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startS3 } from '../../../test/support/processes/s3-server.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import type { FileStore } from './file-store.ts'
import { FileMissing } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

type Place = {
  readonly store: FileStore
  /** Leftovers: files that are not stored under a key. */
  readonly leftOvers: () => readonly string[]
}

async function aFolder(): Promise<Place> {
  const folder = join(temporaryFolder(), 'reports')
  const leftOvers = () =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.partial'))
      : []
  return { store: await openFileStore({ kind: 'folder', folder }), leftOvers }
}

async function aBucket(): Promise<Place> {
  const { endpoint, unfinished } = await startS3('reports')
  const store = await openFileStore({ kind: 's3', bucket: 'reports', prefix: 'live/eu', endpoint })
  onTestFinished(store.close)
  return { store, leftOvers: unfinished }
}

const encoder = new TextEncoder()
async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of texts) yield encoder.encode(piece)
}
const PIECE = Buffer.alloc(64 * 1024, 'all the same, but enough of it: ')
const MEBIBYTE = 1024 * 1024
/** A bucket takes 12 MiB a part: more than one part, and more than two. */
const [OVER_ONE_PART, OVER_TWO_PARTS] = [14 * MEBIBYTE, 26 * MEBIBYTE]
async function* many(bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let given = 0; given < bytes; given += PIECE.length) yield PIECE
}

describe.each([
  { name: 'a folder', open: aFolder },
  { name: 'a bucket', open: aBucket },
])('$name', ({ open }) => {
  test('returns the written content, whole and in ranges', async () => {
    const { store } = await open()

    await store.write('shop/1/a.csv', pieces('Grüße ', '', 'an alle'))

    expect(await text(await store.read('shop/1/a.csv'))).toBe('Grüße an alle')
    expect(await text(await store.read('shop/1/a.csv', { start: 0, end: 1 }))).toBe('Gr')
    expect(await text(await store.read('shop/1/a.csv', { start: 8, end: 99 }))).toBe('an alle')
    expect(await store.sizeOf('shop/1/a.csv')).toBe(15)
  })

  test('keeps an empty file', async () => {
    const { store } = await open()

    await store.write('shop/1/a.csv', pieces())

    expect(await store.sizeOf('shop/1/a.csv')).toBe(0)
    expect(await text(await store.read('shop/1/a.csv'))).toBe('')
  })

  test('replaces the previous content of a key', async () => {
    const { store } = await open()
    await store.write('shop/1/a.csv', pieces('the first, which is longer'))

    await store.write('shop/1/a.csv', pieces('the second'))

    expect(await text(await store.read('shop/1/a.csv'))).toBe('the second')
  })

  test('reports a missing key', async () => {
    const { store } = await open()
    await store.write('shop/1/a.csv', pieces('a'))

    for (const key of ['shop/1/b.csv', 'shop/1', 'shop/1/a.csv/b']) {
      await expect(store.read(key)).rejects.toThrow(FileMissing)
      expect(await store.sizeOf(key)).toBeUndefined()
    }
  })

  test('refuses a range after the end', async () => {
    const { store } = await open()
    await store.write('shop/1/a.csv', pieces('abc'))

    const reading = store.read('shop/1/a.csv', { start: 3, end: 4 })

    await expect(reading).rejects.toThrow('ends before byte 3')
  })

  test.each(['', '/etc/passwd', '../a', 'a/../b', 'a//b', 'a/', '.a', 'a/.b', 'a b', 'a\\b', 'ä'])(
    'refuses %j as a key',
    async (key) => {
      const { store } = await open()

      for (const use of [
        async () => store.write(key, pieces('a')),
        async () => store.read(key),
        async () => store.sizeOf(key),
        async () => store.remove(key),
        async () => store.removeBelow(key),
      ]) {
        await expect(use()).rejects.toThrow('is not a key of the file store')
      }
    },
  )

  test('takes over a file, which is then gone from its place', async () => {
    const { store } = await open()
    const file = join(temporaryFolder(), 'export')
    writeFileSync(file, 'from the engine')

    await store.adopt('shop/1/a.csv', file)

    expect(await text(await store.read('shop/1/a.csv'))).toBe('from the engine')
    expect(existsSync(file)).toBe(false)
  })

  test('removes a file, and accepts that there is none', async () => {
    const { store } = await open()
    await store.write('shop/1/a.csv', pieces('a'))
    await store.write('shop/1/b.csv', pieces('b'))

    await store.remove('shop/1/a.csv')
    await store.remove('shop/1/a.csv')
    await store.remove('elsewhere/1/a.csv')

    expect(await store.sizeOf('shop/1/a.csv')).toBeUndefined()
    expect(await store.sizeOf('shop/1/b.csv')).toBe(1)
  })

  test('removes everything below a folder except the keys to keep', async () => {
    const { store } = await open()
    for (const key of ['shop/1/a', 'shop/1/b', 'shop/1/deep/c', 'shop/10/a', 'shop/2']) {
      await store.write(key, pieces(key))
    }

    await store.removeBelow('shop/1', ['shop/1/b', 'shop/2'])

    expect(await store.sizeOf('shop/1/a')).toBeUndefined()
    expect(await store.sizeOf('shop/1/deep/c')).toBeUndefined()
    for (const key of ['shop/1/b', 'shop/10/a', 'shop/2']) {
      expect(await store.sizeOf(key)).toBe(key.length)
    }
    await store.removeBelow('shop')
    await store.removeBelow('shop')
    expect(await store.sizeOf('shop/2')).toBeUndefined()
  })

  test('stores nothing of content that fails, and keeps the previous content', async () => {
    const { store, leftOvers } = await open()
    await store.write('shop/1/old', pieces('old'))
    const failing = async function* () {
      yield* many(OVER_ONE_PART)
      throw new Error('the engine went away')
    }

    for (const key of ['shop/1/old', 'shop/1/new']) {
      await expect(store.write(key, failing())).rejects.toThrow('the engine went away')
    }

    expect(await text(await store.read('shop/1/old'))).toBe('old')
    expect(await store.sizeOf('shop/1/new')).toBeUndefined()
    expect(leftOvers()).toEqual([])
  })

  test('stops at a signal, even while the source is idle, and leaves nothing', async () => {
    const { store, leftOvers } = await open()
    const isStuck = Promise.withResolvers<void>()
    const stopping = new AbortController()
    const endless = async function* () {
      yield* many(OVER_ONE_PART)
      isStuck.resolve()
      await new Promise<never>(() => {})
    }

    const writing = store.write('shop/1/a', endless(), stopping.signal)
    await isStuck.promise
    stopping.abort(new Error('canceled'))

    await expect(writing).rejects.toThrow('canceled')
    expect(await store.sizeOf('shop/1/a')).toBeUndefined()
    expect(leftOvers()).toEqual([])
  })

  test('starts nothing after the signal, and closes the source', async () => {
    const { store } = await open()
    const source = Readable.from(pieces('a'))

    const writing = store.write('shop/1/a', source, AbortSignal.abort(new Error('canceled')))

    await expect(writing).rejects.toThrow('canceled')
    expect(source.destroyed).toBe(true)
    expect(await store.sizeOf('shop/1/a')).toBeUndefined()
  })

  test('stores pieces that are overwritten once the next one is requested', async () => {
    const { store } = await open()
    const reusing = async function* () {
      const piece = Buffer.alloc(MEBIBYTE)
      for (let index = 0; index < OVER_ONE_PART / MEBIBYTE; index += 1) yield piece.fill(index)
    }

    await store.write('shop/1/a', reusing())

    const found = await buffer(await store.read('shop/1/a'))
    const firstBytes = Array.from({ length: found.length / MEBIBYTE }, (_, index) => found[index * MEBIBYTE])
    expect(firstBytes).toEqual(Array.from({ length: OVER_ONE_PART / MEBIBYTE }, (_, index) => index))
  })

  test('accepts a stream of several parts', async () => {
    const { store, leftOvers } = await open()
    const expected = createHash('sha256')
    for await (const piece of many(OVER_TWO_PARTS)) expected.update(piece)

    await store.write('shop/1/a', many(OVER_TWO_PARTS))

    expect(await store.sizeOf('shop/1/a')).toBe(OVER_TWO_PARTS)
    const found = await buffer(await store.read('shop/1/a'))
    expect(createHash('sha256').update(found).digest('hex')).toBe(expected.digest('hex'))
    expect(leftOvers()).toEqual([])
  })
})
