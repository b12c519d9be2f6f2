import { type ChildProcess, spawn } from 'node:child_process'
import type { DataFolder } from '../files/data-folder.ts'
import { readLines } from '../processes/child-process.ts'
import { StartupError } from '../processes/startup-error.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

/** PostgreSQL's programs and the way to start them as the user that we are. */
export type PostgresProgram = { readonly binaries: PostgresBinaries; readonly runAs: RunAs }

/** They speak to our log, so they speak English and UTC. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

export async function findProgram(folder: DataFolder): Promise<PostgresProgram> {
  const binaries = await findBinaries()
  const runAs = chooseRunAs({ postgres: binaries.postgres, dataDir: folder.path })
  return { binaries, runAs }
}

/** In a session of its own: Ctrl-C in the terminal is for the service, which stops its stores last. */
export function spawnProgram(runAs: RunAs, program: string, args: readonly string[]): ChildProcess {
  const [command, commandArgs] = runAs.command(program, args)
  return spawn(command, commandArgs, {
    ...(runAs.ids ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ENVIRONMENT,
    detached: true,
  })
}

/** PostgreSQL's programs speak on both streams; their order tells what went wrong. */
export function readOutput(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine)
}

/** What the program said on its way out, as one sentence. */
export function explainFailure(what: string, folder: DataFolder, output: readonly string[]): StartupError {
  if (/No space left on device|Disk quota exceeded/.test(output.join('\n'))) {
    return new StartupError(`The disk of the data folder ${folder.path} is full.`)
  }
  const reason = output.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? output.at(-1)
  return new StartupError(`The embedded PostgreSQL ${what}: ${reason?.trim() ?? 'it said nothing'}`)
}
