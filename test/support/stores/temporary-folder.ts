import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new empty folder; the caller removes it. */
export function makeTemporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'quittance-test-')))
}

/** A new empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const path = makeTemporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
