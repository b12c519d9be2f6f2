import { mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isLongRun } from '../run/test-run.ts'

const IN_MEMORY = '/dev/shm'
/** All tests together have never used more than 0.4 GB at a time. */
const IN_MEMORY_BYTES_MIN = 2_000_000_000
const MEMORY_BYTES_MIN = 4_000_000_000

/** A new empty folder; the caller removes it. */
export function makeTemporaryFolder(parent = chooseParent()): string {
  return realpathSync(mkdtempSync(join(parent, 'quittance-test-')))
}

/** A new empty folder that is removed after the test. */
export function temporaryFolder(parent?: string): string {
  const path = makeTemporaryFolder(parent)
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The same on a disk: in memory, programs may not be allowed to run. */
export function temporaryDiskFolder(): string {
  return temporaryFolder(tmpdir())
}

/** In memory where there is plenty, so that tests need not wait for the disk. A killed process's writes survive too. */
function chooseParent(): string {
  const hasRoom = !isLongRun && process.availableMemory() >= MEMORY_BYTES_MIN && hasFreeSpace(IN_MEMORY)
  return hasRoom ? IN_MEMORY : tmpdir()
}

function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= IN_MEMORY_BYTES_MIN
  } catch {
    return false
  }
}
