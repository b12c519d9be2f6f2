import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDiskFolder, temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { folderFileStore } from './folder-store.ts'

async function* bytes(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text)
}

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('only the owner can read files and folders', async () => {
  const root = join(temporaryFolder(), 'new', 'reports')
  const export_ = join(temporaryFolder(), 'export')
  await writeFile(export_, 'a', { mode: 0o644 })
  const store = folderFileStore(root)

  await store.write('shop/1/a', bytes('a'))
  await store.adopt('shop/1/b', export_)

  for (const folder of ['.', 'shop', 'shop/1']) expect(modeOf(join(root, folder))).toBe(0o700)
  for (const file of ['shop/1/a', 'shop/1/b']) expect(modeOf(join(root, file))).toBe(0o600)
})

test('a file that is being written has a temporary name', async () => {
  const root = temporaryFolder()
  const store = folderFileStore(root)
  let seen: readonly string[] = []
  const content = async function* () {
    yield* bytes('a')
    seen = readdirSync(join(root, 'shop/1'))
  }

  await store.write('shop/1/a.csv', content())

  expect(seen).toEqual([expect.stringMatching(/^\.a\.csv\.[0-9a-f-]{36}\.partial$/)])
  expect(readdirSync(join(root, 'shop/1'))).toEqual(['a.csv'])
})

test('leftovers of a killed process are removed with their folder', async () => {
  const root = temporaryFolder()
  const store = folderFileStore(root)
  await store.write('shop/1/a', bytes('a'))
  await store.write('shop/2/a', bytes('a'))
  await writeFile(join(root, 'shop/1/.b.0.partial'), 'half')
  await writeFile(join(root, 'shop/2/.b.0.partial'), 'half')

  await store.removeBelow('shop/1')
  await store.removeBelow('shop/2', ['shop/2/a'])

  expect(readdirSync(root, { recursive: true }).sort()).toEqual(['shop', 'shop/2', 'shop/2/a'])
})

// Memory is a file system of its own.
test.runIf(existsSync('/dev/shm'))('a file of another file system is copied completely', async () => {
  const elsewhere = temporaryFolder('/dev/shm')
  const root = temporaryDiskFolder()
  expect(statSync(root).dev).not.toBe(statSync(elsewhere).dev)
  await writeFile(join(elsewhere, 'export'), 'from afar')

  await folderFileStore(root).adopt('shop/1/a', join(elsewhere, 'export'))

  expect(readFileSync(join(root, 'shop/1/a'), 'utf8')).toBe('from afar')
  expect(readdirSync(elsewhere)).toEqual([])
})
