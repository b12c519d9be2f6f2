import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDiskFolder } from '../stores/temporary-folder.ts'
import { findBrowser } from './find-browser.ts'

async function aProgram(name: string, { exitCode }: { readonly exitCode: number }) {
  const folder = temporaryDiskFolder()
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\nexit ${exitCode}\n`)
  await chmod(file, 0o755)
  return { folder, file }
}

test('a named browser is used before an installed one', async () => {
  const named = await aProgram('my-browser', { exitCode: 0 })
  const installed = await aProgram('chromium', { exitCode: 0 })

  const found = await findBrowser({ executable: named.file, path: installed.folder })

  expect(found).toEqual({ executable: named.file, environment: {} })
})

test('a named browser that does not run is an error, and no other is used', async () => {
  const named = await aProgram('my-browser', { exitCode: 1 })
  const installed = await aProgram('chromium', { exitCode: 0 })

  const finding = findBrowser({ executable: named.file, path: installed.folder })

  await expect(finding).rejects.toThrow(`${named.file}, named by QUITTANCE_TEST_BROWSER`)
})

test('a browser without windows is used before one with windows', async () => {
  const withWindows = await aProgram('chromium', { exitCode: 0 })
  const without = await aProgram('chromium-headless-shell', { exitCode: 0 })
  const path = [withWindows.folder, without.folder].join(delimiter)

  const found = await findBrowser({ executable: undefined, path })

  expect(found.executable).toBe(without.file)
})

test('an installed program that does not run is passed over', async () => {
  const placeholder = await aProgram('chromium-browser', { exitCode: 1 })
  const installed = await aProgram('google-chrome', { exitCode: 0 })
  const path = [placeholder.folder, installed.folder].join(delimiter)

  const found = await findBrowser({ executable: undefined, path })

  expect(found.executable).toBe(installed.file)
})
