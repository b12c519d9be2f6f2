import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { madeOnce } from '../run/made-once.ts'
import { startService, temporaryDataFolder } from './service-process.ts'

/**
 * A data folder on which the service was started and stopped before, so that the next start need not initialize the
 * stores. It is a copy of one folder, which the first test of a run makes. It removes itself like a new one.
 */
export async function startedDataFolder(folder = temporaryDataFolder()): Promise<string> {
  const original = await madeOnce('started', startOnce)
  // PostgreSQL's files may belong to another user, and stay so.
  await promisify(execFile)('cp', ['-a', `${original}/.`, folder])
  return folder
}

async function startOnce(folder: string): Promise<void> {
  const service = await startService(folder)
  await service.terminate()
  for (const name of ['postgres.json', 'records.json']) forgetPort(join(folder, 'run', name))
}

/** Every copy chooses a port of its own; the password stays, since PostgreSQL knows it. */
function forgetPort(accessFile: string): void {
  const access = JSON.parse(readFileSync(accessFile, 'utf8')) as object
  writeFileSync(accessFile, JSON.stringify({ ...access, port: 0 }))
}
