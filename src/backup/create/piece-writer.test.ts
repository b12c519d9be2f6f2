import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import type { FileList } from '../manifest/file-list.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { ObjectReader } from '../manifest/object-reader.ts'
import { folderPlace } from '../place/folder-place.ts'
import { objectKey } from '../place/layout.ts'
import { packingFor, unpackingWith } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { findKnownObjects } from './known-objects.ts'
import { PIECE_BYTES, PieceWriter } from './piece-writer.ts'

const packing = packingFor([])

async function* pieces(content: Buffer, size = 1_000_003): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

type Files = Readonly<Record<string, Buffer>>

async function written(place: BackupPlace, files: Files) {
  const known = await findKnownObjects(place, packing)
  const writer = new PieceWriter({ place, packing, secrets: testSecrets, known })
  for (const [path, content] of Object.entries(files)) await writer.addFile({ path, content: pieces(content) })
  return writer.finish()
}

async function contentOf(place: BackupPlace, list: Omit<FileList, 'folders'>): Promise<Files> {
  const manifest = { recipients: [] } as unknown as Manifest
  const reader = new ObjectReader({ place, unpacking: unpackingWith([]) }, manifest, { ...list, folders: [] })
  const files: Record<string, Buffer> = {}
  for (const { path, pieces: parts } of list.files) {
    const read = []
    for (const [index, offset, bytes] of parts) read.push((await reader.read(index)).subarray(offset, offset + bytes))
    files[path] = Buffer.concat(read)
  }
  return files
}

/** Like a page of a table: unlike any other, and compressible. */
function filled(bytes: number, seed: number): Buffer {
  const content = Buffer.alloc(bytes, seed % 251)
  for (let at = 0; at < bytes; at += 8_192)
    content.writeUInt32LE((seed * 7_919 + at) % 2 ** 32, Math.min(at, bytes - 4))
  return content
}

const BOOKS: Files = {
  'postgres/base/1': filled(2 * PIECE_BYTES + 100_000, 1),
  'postgres/base/2': filled(PIECE_BYTES, 2),
  'postgres/base/3': filled(16_384, 3),
  'postgres/base/4': Buffer.alloc(0),
}

test('files of any size are read back as they were, whatever they share', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(0, 7, 8_192, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 9), fc.nat(3)), {
        maxLength: 5,
      }),
      async (sizes) => {
        const place = folderPlace(temporaryFolder())
        const files = Object.fromEntries(
          sizes.map(([bytes, seed], index) => [`postgres/${index}`, bytes < 4 ? Buffer.alloc(0) : filled(bytes, seed)]),
        )

        const list = await written(place, files)

        const read = await contentOf(place, list)
        expect(Object.keys(read).sort()).toEqual(Object.keys(files).sort())
        for (const [path, content] of Object.entries(files)) expect(read[path]?.equals(content), path).toBe(true)
      },
    ),
    { numRuns: 5 },
  )
})

test('a second backup writes only the pieces that changed', async () => {
  const place = folderPlace(temporaryFolder())
  const first = await written(place, BOOKS)
  const changed = Buffer.from(BOOKS['postgres/base/1'] ?? '')
  changed.writeUInt32LE(4_711, PIECE_BYTES + 8_192)

  const same = await written(place, BOOKS)
  const second = await written(place, { ...BOOKS, 'postgres/base/1': changed })

  expect([first.newCount, same.newCount, second.newCount]).toEqual([4, 0, 1])
  expect((await contentOf(place, second))['postgres/base/1']?.equals(changed)).toBe(true)
  expect((await contentOf(place, first))['postgres/base/1']?.equals(changed)).toBe(false)
})

test('a name says nothing about the content to somebody without the key', async () => {
  const place = folderPlace(temporaryFolder())
  const { objects } = await written(place, BOOKS)

  for (const { name, sha256 } of objects) expect(name).not.toBe(sha256)
})

test('an object that is missing or cut off is named with the files that it is a part of', async () => {
  const root = temporaryFolder()
  const place = folderPlace(root)
  const list = await written(place, BOOKS)
  const [first, second] = list.objects.map(({ name }) => objectKey(name, '.zst'))
  rmSync(join(root, first ?? ''))

  await expect(contentOf(place, list)).rejects.toThrow(`${first} is missing (part of postgres/base/1)`)

  await written(place, BOOKS)
  truncateSync(join(root, second ?? ''), 20)
  await expect(contentOf(place, list)).rejects.toThrow(`${second} is damaged (part of postgres/base/1)`)
})

test('a write that fails ends the backup with the name of the object', async () => {
  const root = temporaryFolder()
  const place = folderPlace(root)
  const full = { ...place, put: () => Promise.reject(new Error('objects/ab/x in the place: the disk is full')) }

  await expect(written(full, BOOKS)).rejects.toThrow('the disk is full')

  expect(readdirSync(root)).toEqual([])
})
