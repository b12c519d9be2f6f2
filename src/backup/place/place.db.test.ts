import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startS3 } from '../../../test/support/processes/s3-server.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { openPlace } from './open-place.ts'
import { type BackupPlace, FileMissing } from './place.ts'

const bytes = (text: string) => Buffer.from(text)

async function keysIn(place: BackupPlace, folder: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key, bytes: size } of place.list(folder)) keys.push(`${key} ${size}`)
  return keys.sort()
}

async function aFolder(): Promise<BackupPlace> {
  const place = await openPlace(join(temporaryFolder(), 'deep', 'backups'), { s3Endpoint: undefined })
  onTestFinished(place.close)
  return place
}

async function aBucket(): Promise<BackupPlace> {
  const { endpoint } = await startS3('safe')
  const place = await openPlace('s3://safe/books/live', { s3Endpoint: endpoint })
  onTestFinished(place.close)
  return place
}

describe.each([
  ['a folder', aFolder],
  ['a bucket', aBucket],
])('%s as a place', (_, aPlace) => {
  test('returns an object that was put, replaces it, and deletes it', async () => {
    const place = await aPlace()

    await place.put('wal/a/1', bytes('one'))
    await place.put('wal/a/1', bytes('one again'))

    expect(String(await place.read('wal/a/1'))).toBe('one again')
    expect(await place.sizeOf('wal/a/1')).toBe(9)
    await place.delete('wal/a/1')
    await place.delete('wal/a/1')
    await expect(place.read('wal/a/1')).rejects.toThrow(FileMissing)
    expect(await place.sizeOf('wal/a/1')).toBeUndefined()
  })

  test('creates a key once, for one of all that try at the same time', async () => {
    const place = await aPlace()

    const results = await Promise.all(['a', 'b', 'c', 'd'].map((text) => place.create('locks/1', bytes(text))))

    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await place.create('locks/1', bytes('later'))).toBe(false)
    expect(String(await place.read('locks/1'))).toMatch(/^[abcd]$/)
  })

  test('lists the objects below a folder of keys, with sizes, and no others', async () => {
    const place = await aPlace()
    for (const key of ['a/1', 'a/deep/2', 'a/deep/3', 'a/4', 'ab/5']) await place.put(key, bytes(key))

    expect(await keysIn(place, 'a')).toEqual(['a/1 3', 'a/4 3', 'a/deep/2 8', 'a/deep/3 8'])
    expect(await keysIn(place, 'none')).toEqual([])
  })
})

test('the name of a bucket in messages is its address', async () => {
  expect((await aBucket()).name).toBe('s3://safe/books/live')
})

test('an upload that the bucket refuses names the object, and leaves no unfinished upload', async () => {
  const { endpoint, unfinished } = await startS3('safe', { refuses: (request) => request.includes('objects/ab') })
  const place = await openPlace('s3://safe', { s3Endpoint: endpoint })
  onTestFinished(place.close)

  await expect(place.put('objects/ab/1', bytes('x'))).rejects.toThrow(/^objects\/ab\/1 in s3:\/\/safe: /)
  await place.put('objects/cd/1', bytes('x'))

  expect(await keysIn(place, 'objects')).toEqual(['objects/cd/1 1'])
  expect(unfinished()).toEqual([])
})

test('a failed write names the object and the reason, and leaves nothing', async () => {
  const root = temporaryFolder()
  const place = await openPlace(root, { s3Endpoint: undefined })
  const failing = async function* () {
    yield bytes('begin')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }

  await expect(place.put('wal/1', failing())).rejects.toThrow(`wal/1 in ${root}: the disk is full`)

  expect(readdirSync(join(root, 'wal'))).toEqual([])
})

test.skipIf(process.getuid?.() === 0)('a read-only folder is refused by name', async () => {
  const root = temporaryFolder()
  chmodSync(root, 0o500)
  onTestFinished(() => chmodSync(root, 0o700))
  const place = await openPlace(root, { s3Endpoint: undefined })

  await expect(place.put('wal/1', bytes('x'))).rejects.toThrow(`wal/1 in ${root}: this user has no permission`)
})
