import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { placeSmallFile, readJsonFile, removeOrphanedDrafts, writeSmallFile } from './small-file.ts'

test('a file is replaced atomically, for its owner only, and leaves no temporary file', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'x.json')

  writeSmallFile(file, 'first')
  writeSmallFile(file, 'second')

  expect(readFileSync(file, 'utf8')).toBe('second')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['x.json'])
})

test('a file that cannot be moved into place leaves no temporary file', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'x.json', 'inside'), { recursive: true })

  expect(() => writeSmallFile(join(folder, 'x.json'), 'text')).toThrow()

  expect(readdirSync(folder)).toEqual(['x.json'])
})

test('the first to create a file wins', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'x.json')

  placeSmallFile(file, 'first')
  placeSmallFile(file, 'second')

  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(readdirSync(folder)).toEqual(['x.json'])
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":', undefined],
  ['7', undefined],
  ['null', undefined],
])('the file %s reads as %j', (text, expected) => {
  const file = join(temporaryFolder(), 'x.json')
  writeFileSync(file, text)

  expect(readJsonFile(file)).toEqual(expected)
})

test('a missing file reads as nothing', () => {
  expect(readJsonFile(join(temporaryFolder(), 'x.json'))).toBeUndefined()
})

test('temporary files of ended processes are removed, all others stay', () => {
  const folder = temporaryFolder()
  // Beyond what Linux gives to a process.
  const names = ['secret.key.4999999.new', `secret.key.${process.pid}.new`, 'secret.key', 'a.new']
  for (const name of names) writeFileSync(join(folder, name), '')

  removeOrphanedDrafts(folder)

  expect(readdirSync(folder).toSorted()).toEqual(names.slice(1).toSorted())
})
