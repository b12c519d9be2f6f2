import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { DATA_FOLDER_VERSION, openDataFolder } from './data-folder.ts'

test('a missing folder is created, for its owner only', () => {
  const path = join(temporaryFolder(), 'deep', 'data')

  const folder = openDataFolder(path)

  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(folder.run).mode & 0o777).toBe(0o700)
  expect(statSync(join(path, 'quittance.json')).mode & 0o777).toBe(0o600)
})

test('a folder keeps its id', () => {
  const path = temporaryFolder()

  expect(openDataFolder(path).id).toBe(openDataFolder(path).id)
})

test('a folder behind a symbolic link is known by its real path', () => {
  const root = temporaryFolder()
  mkdirSync(join(root, 'real'))
  symlinkSync(join(root, 'real'), join(root, 'link'))

  expect(openDataFolder(join(root, 'link')).path).toBe(join(root, 'real'))
})

test('a folder of a newer version is refused and unchanged', () => {
  const path = temporaryFolder()
  const content = JSON.stringify({ version: DATA_FOLDER_VERSION + 1, id: 'x', more: true })
  writeFileSync(join(path, 'quittance.json'), content)

  expect(() => openDataFolder(path)).toThrow(/newer Quittance \(folder version 3/)
  expect(readFileSync(join(path, 'quittance.json'), 'utf8')).toBe(content)
  expect(existsSync(join(path, 'run'))).toBe(false)
})

test('a folder of a build from before 0.1.0 is refused with what to do, and unchanged', () => {
  const path = temporaryFolder()
  const content = JSON.stringify({ version: 1, id: 'x' })
  writeFileSync(join(path, 'quittance.json'), content)
  mkdirSync(join(path, 'postgres'))
  // Of a process that has ended.
  writeFileSync(join(path, 'keeper.json.2147483647.new'), 'draft')

  expect(() => openDataFolder(path)).toThrow(
    /^The data folder was written by a build of Quittance from before 0\.1\.0 .*: start that build, or set QUITTANCE_DATA_DIR to a new folder\.$/,
  )
  expect(readdirSync(path).sort()).toEqual(['keeper.json.2147483647.new', 'postgres', 'quittance.json'])
  expect(readFileSync(join(path, 'quittance.json'), 'utf8')).toBe(content)
})

test('a file in place of the folder is refused in one sentence', () => {
  const path = join(temporaryFolder(), 'data')
  writeFileSync(path, '')

  expect(() => openDataFolder(path)).toThrow(/a file is in its way/)
})

test('a damaged marker is refused, not replaced', () => {
  const path = temporaryFolder()
  writeFileSync(join(path, 'quittance.json'), '{"version":')

  expect(() => openDataFolder(path)).toThrow(/quittance\.json is damaged/)
})

test('an empty folder is closed to others, and one with content that they can read is refused', () => {
  const path = join(temporaryFolder(), 'of mine')
  mkdirSync(path, { mode: 0o755 })
  chmodSync(path, 0o755)

  openDataFolder(path)
  const mode = statSync(path).mode & 0o777
  chmodSync(path, 0o750)

  expect(mode).toBe(0o700)
  expect(() => openDataFolder(path)).toThrow(`other users (mode 750): run "chmod 700 '${path}'".`)
  // As root, the account of PostgreSQL passes through the folder and cannot list it.
  chmodSync(path, 0o711)
  expect(() => openDataFolder(path)).not.toThrow()
})
