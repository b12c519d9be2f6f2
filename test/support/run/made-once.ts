import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'

const MAKE_MS_MAX = 120_000

/**
 * A folder that all tests of a run share and only read. Test files run in several processes: the first that needs the
 * folder fills it, the others wait.
 */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('sharedFolder'), name)
  const isThere = await waitUntil(() => makeUnlessThere(folder, fill), { withinMs: MAKE_MS_MAX })
  if (isThere !== true) throw new Error(`Another test did not finish the folder "${name}" that all tests share.`)
  return folder
}

async function makeUnlessThere(folder: string, fill: (folder: string) => Promise<void>): Promise<true | undefined> {
  if (existsSync(folder)) return true
  const draft = `${folder}.new`
  try {
    mkdirSync(draft, { mode: 0o700 })
  } catch {
    return undefined
  }
  try {
    // Another process may have finished it since we looked.
    if (!existsSync(folder)) {
      await fill(draft)
      renameSync(draft, folder)
    }
    return true
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
