import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isExportPath } from './write-rows-file.ts'

let root = ''
let exportsFolder = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quittance-exports-'))
  exportsFolder = join(root, 'exports')
  mkdirSync(join(exportsFolder, 'inner'), { recursive: true })
  mkdirSync(join(root, 'exports-other'))
  writeFileSync(join(root, 'secret'), '')
  symlinkSync(join(root, 'secret'), join(exportsFolder, 'link'))
  symlinkSync(root, join(exportsFolder, 'up'))
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

test('a file in the folder or below it is allowed, existing or not', () => {
  expect(isExportPath(exportsFolder, join(exportsFolder, 'a.csv'))).toBe(true)
  expect(isExportPath(exportsFolder, join(exportsFolder, 'inner', 'b.csv.gz'))).toBe(true)
})

test.each([
  'a.csv',
  '/etc/passwd',
  '{root}/secret',
  '{root}/exports-other/a.csv',
  '{exports}',
  '{exports}/../secret',
  '{exports}/./a.csv',
  '{exports}//a.csv',
  '{exports}/*.csv',
  '{exports}/a{1,2}.csv',
  '{exports}/a.zip :: b.csv',
  '{exports}/link',
  '{exports}/up/secret',
  '{exports}/missing/a.csv',
  '{exports}/\\x2e',
])('%s is refused', (pattern) => {
  const path = pattern.replace('{exports}', exportsFolder).replace('{root}', root)

  expect(isExportPath(exportsFolder, path)).toBe(false)
})
