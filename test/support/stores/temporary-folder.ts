import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new empty folder; whoever makes it removes it. */
export function makeTemporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'quittance-test-')))
}

/** A new empty folder that goes away with the test that asked for it. */
export function temporaryFolder(): string {
  const path = makeTemporaryFolder()
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
