import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from '../../files/data-folder.ts'
import { syncFolder, writeSmallFile } from '../../files/small-file.ts'
import { closeOf } from '../../processes/child-process.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { CLUSTER_OWNER } from './embedded-access.ts'
import { explainFailure, type PostgresProgram, readOutput, spawnProgram } from './postgres-program.ts'
import { changeOwner } from './run-as.ts'

export const MAJOR_VERSION = 18
/** Iterations make guessing slow, and with it every connection. Our passwords have 192 random bits. */
export const PASSWORD_ITERATIONS = 1
const DRAFT_PREFIX = 'postgres.new-'
const REMOVE_AGAIN = { maxRetries: 20, retryDelay: 100 } as const

export function hasCluster(folder: DataFolder): boolean {
  return existsSync(join(folder.postgres, 'PG_VERSION'))
}

/** Creates the cluster in a draft folder and then moves it, so that a kill leaves no partial cluster. */
export async function makeCluster(
  folder: DataFolder,
  { binaries, creator }: PostgresProgram,
  password: string,
): Promise<void> {
  const draft = mkdtempSync(join(folder.path, DRAFT_PREFIX))
  mkdirSync(join(draft, 'cluster'), { mode: 0o700 })
  writeSmallFile(join(draft, 'password'), password)
  const runAs = creator()
  changeOwner(draft, runAs)
  const child = spawnProgram(runAs, binaries.initdb, [
    `--pgdata=${join(draft, 'cluster')}`,
    `--pwfile=${join(draft, 'password')}`,
    `--username=${CLUSTER_OWNER}`,
    '--auth=scram-sha-256',
    `--set=scram_iterations=${PASSWORD_ITERATIONS}`,
    '--encoding=UTF8',
    // The same order of text on every machine, whatever its own locales are.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ])
  const output: string[] = []
  readOutput(child, (line) => output.push(line))
  const { code } = await closeOf(child)
  if (code !== 0) throw explainFailure('could not be made', folder, output)
  renameSync(join(draft, 'cluster'), folder.postgres)
  rmSync(draft, { recursive: true })
  syncFolder(folder.path)
}

/**
 * Removes unfinished files of a killed start. The program that wrote it may outlive its keeper for a moment, so every
 * start has its own draft.
 */
export function removeDrafts(folder: DataFolder): void {
  for (const name of readdirSync(folder.path)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue
    rmSync(join(folder.path, name), { recursive: true, force: true, ...REMOVE_AGAIN })
  }
}

export function refuseOtherVersion(folder: DataFolder): void {
  const version = Number(readFileSync(join(folder.postgres, 'PG_VERSION'), 'utf8').trim())
  if (version === MAJOR_VERSION) return
  const remedy =
    version > MAJOR_VERSION ? 'start the newer Quittance that made it' : 'move the data over as docs/operations.md says'
  throw new StartupError(
    `The data folder holds a PostgreSQL ${version} cluster and this Quittance brings PostgreSQL ${MAJOR_VERSION}: ${remedy}.`,
  )
}
