import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { startService, temporaryDataFolder } from './service-process.ts'

const START_MS_MAX = 120_000

/**
 * A data folder on which the service was started and stopped before, so that the next start need not initialize the
 * stores. It is a copy of one folder, which the first test of a run makes. It removes itself like a new one.
 */
export async function startedDataFolder(): Promise<string> {
  const original = inject('startedFolder')
  const isThere = await waitUntil(() => makeUnlessThere(original), { withinMs: START_MS_MAX })
  if (isThere !== true) throw new Error('Another test did not finish the folder that all tests copy.')
  const folder = temporaryDataFolder()
  // PostgreSQL's files may belong to another user, and stay so.
  await promisify(execFile)('cp', ['-a', `${original}/.`, folder])
  return folder
}

/** Test files run in several processes: one makes the folder, the others wait. */
async function makeUnlessThere(original: string): Promise<true | undefined> {
  if (existsSync(original)) return true
  const draft = `${original}.new`
  try {
    mkdirSync(draft, { mode: 0o700 })
  } catch {
    return undefined
  }
  try {
    const service = await startService(draft)
    await service.terminate()
    for (const name of ['postgres.json', 'records.json']) forgetPort(join(draft, 'run', name))
    renameSync(draft, original)
    return true
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Every copy chooses a port of its own; the password stays, since PostgreSQL knows it. */
function forgetPort(accessFile: string): void {
  const access = JSON.parse(readFileSync(accessFile, 'utf8')) as object
  writeFileSync(accessFile, JSON.stringify({ ...access, port: 0 }))
}
