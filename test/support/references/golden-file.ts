import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { isRenewingGoldenFiles } from '../run/test-run.ts'

const FOLDER = fileURLToPath(new URL('../../fixtures/', import.meta.url))

/**
 * Compares a result with its file in test/fixtures, byte by byte. Where a change is intended,
 * UPDATE_GOLDEN=1 rewrites the files: read the difference before you commit it.
 */
export function expectGolden(name: string, made: Buffer): void {
  if (isRenewingGoldenFiles) writeFileSync(`${FOLDER}${name}`, made)
  const kept = readFileSync(`${FOLDER}${name}`)
  if (kept.equals(made)) return
  expect(made.toString('utf8'), `${name}: UPDATE_GOLDEN=1 renews it`).toBe(kept.toString('utf8'))
  expect.fail(`${name} differs in bytes that are no text.`)
}
