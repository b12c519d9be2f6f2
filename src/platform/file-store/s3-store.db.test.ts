import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { startS3 } from '../../../test/support/processes/s3-server.ts'
import { s3ClientOf } from './s3-client.ts'
import { s3FileStore } from './s3-store.ts'

const MEBIBYTE = 1024 * 1024

async function aBucket(options?: Parameters<typeof startS3>[1]) {
  const server = await startS3('reports', options)
  const place = {
    kind: 's3',
    bucket: 'reports',
    prefix: 'live',
    endpoint: server.endpoint,
  } as const
  const store = s3FileStore(place)
  onTestFinished(store.close)
  const client = s3ClientOf(place, { attemptsMax: 1 })
  onTestFinished(() => client.destroy())
  const begin = (key: string) => client.send(new CreateMultipartUploadCommand({ Bucket: 'reports', Key: key }))
  return { ...server, store, begin }
}

async function* bytes(count: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let given = 0; given < count; given += MEBIBYTE) yield Buffer.alloc(MEBIBYTE)
}

test('large content is uploaded in parts, small content in one request', async () => {
  const { store, requests } = await aBucket()

  await store.write('shop/1/large', bytes(30 * MEBIBYTE))
  await store.write('shop/1/small', bytes(MEBIBYTE))

  const parts = requests.filter((request) => request.includes('partNumber='))
  expect(parts).toHaveLength(3)
  expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(4)
})

test('a refused part ends the write, its parts and the source, even if the content is slow', async () => {
  const isRefused = Promise.withResolvers<void>()
  const isLeft = Promise.withResolvers<boolean>()
  const { store, unfinished, requests } = await aBucket({
    refuses: (request) => {
      if (request.includes('partNumber=2')) isRefused.resolve()
      return request.includes('partNumber=2')
    },
  })
  const slow = async function* () {
    try {
      yield* bytes(25 * MEBIBYTE)
      await isRefused.promise
      yield* bytes(1_000 * MEBIBYTE)
    } finally {
      isLeft.resolve(true)
    }
  }

  await expect(store.write('shop/1/a', slow())).rejects.toThrow()

  expect(await isLeft.promise).toBe(true)
  expect(requests.filter((request) => request.includes('partNumber=3'))).toEqual([])
  expect(unfinished()).toEqual([])
  expect(await store.sizeOf('shop/1/a')).toBeUndefined()
})

test('unfinished uploads of a killed process are aborted below the folder, and nowhere else', async () => {
  const { store, begin, unfinished } = await aBucket()
  for (const key of ['live/shop/1/a', 'live/shop/1/b', 'live/shop/10/a', 'other/shop/1/a']) {
    await begin(key)
  }

  await store.removeBelow('shop/1')

  expect([...unfinished()].sort()).toEqual(['live/shop/10/a', 'other/shop/1/a'])
})

test('removal works with a bucket that cannot list unfinished uploads', async () => {
  const { store } = await aBucket({ canListUploads: false })
  await store.write('shop/1/a', bytes(MEBIBYTE))

  await store.removeBelow('shop/1')

  expect(await store.sizeOf('shop/1/a')).toBeUndefined()
})

test('more objects than fit on a page are all removed', async () => {
  const { store, requests } = await aBucket()
  const keys = Array.from({ length: 10 }, (_, index) => `shop/1/${index}`)
  for (const key of keys) await store.write(key, bytes(0))

  await store.removeBelow('shop/1', ['shop/1/7'])

  const sizes = await Promise.all(keys.map((key) => store.sizeOf(key)))
  expect(sizes.filter((size) => size !== undefined)).toEqual([0])
  expect(requests.filter((request) => request.includes('continuation-token'))).toHaveLength(3)
})
