import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataFolder } from '../../files/data-folder.ts'
import type { StoreAccess } from '../../files/store-access.ts'
import type { Logger } from '../../log/log.ts'
import {
  endProcess,
  exitOf,
  hasEnded,
  isRunning,
  type RunningProcess,
  workingFolderOf,
} from '../../processes/child-process.ts'
import { freePort } from '../../processes/free-port.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { waitUntil } from '../../processes/wait-until.ts'
import { isAnswering } from './embedded-access.ts'
import { explainFailure, type PostgresProgram, readOutput, spawnProgram } from './postgres-program.ts'
import { serverSettings } from './server-settings.ts'

/** Recovery after a crash replays the log since the last checkpoint; it rarely takes seconds. */
const START_MS_MAX = 120_000
/** Four attempts a second: backends of a killed postmaster need a moment to notice. */
const START_ATTEMPTS_MAX = 40
const STOP_STEPS = [
  { signal: 'SIGINT', withinMs: 15_000 },
  { signal: 'SIGQUIT', withinMs: 5_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
] as const

type PostgresServer = RunningProcess & { readonly access: StoreAccess }

type Launch = {
  readonly folder: DataFolder
  readonly program: PostgresProgram
  readonly log: Logger
  /** Besides those that every server has. */
  readonly settings: Readonly<Record<string, string>>
}

export async function startServer(launch: Launch, wished: StoreAccess): Promise<PostgresServer> {
  let port = await freePort(wished.port)
  let output: readonly string[] = []
  for (let attempt = 1; attempt <= START_ATTEMPTS_MAX; attempt += 1) {
    const started = spawnServer(launch, { ...wished, port })
    output = started.output
    if (await becomesReady(started)) return started
    await started.stop()
    const text = output.join('\n')
    if (/could not (bind|create any TCP)/.test(text)) port = await freePort()
    else if (!/shared memory block|lock file ".*" already exists/.test(text)) break
    launch.log.info({ attempt }, 'PostgreSQL is still in use, retrying')
    await sleep(250)
  }
  throw explainFailure('did not start', launch.folder, output)
}

type StartedServer = PostgresServer & {
  readonly child: ChildProcess
  readonly output: readonly string[]
}

function spawnServer({ folder, program, log, settings }: Launch, access: StoreAccess): StartedServer {
  const { binaries, runAs } = program
  const child = spawnProgram(runAs, binaries.postgres, [
    ...['-D', folder.postgres, '-p', String(access.port)],
    ...Object.entries({ ...serverSettings(machineBytes()), ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
  ])
  const output: string[] = []
  readOutput(child, (line) => {
    if (output.length < 200) output.push(line)
    log.info({ store: 'postgres' }, line)
  })
  const exited = exitOf(child)
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && !hasEnded(child)) await endProcess(child.pid, STOP_STEPS)
    await exited
  }
  return { access, child, output, exited, stop }
}

/** The memory of the machine, or of the container. */
function machineBytes(): number {
  // 0 if it is not known.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

async function becomesReady({ access, child, stop }: StartedServer): Promise<boolean> {
  try {
    const isReady = await waitUntil(
      async () => {
        if (hasEnded(child)) return false
        return (await isAnswering(access)) || undefined
      },
      { withinMs: START_MS_MAX },
    )
    return isReady ?? false
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops the PostgreSQL that a killed keeper left behind, so that it gets a parent again. */
export async function endOrphan({ postgres: cluster }: DataFolder, log: Logger): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  if (!existsSync(lockFile)) return
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0])
  if (isPostmasterOf(cluster, pid)) {
    log.warn({ pid }, 'stopping the PostgreSQL that an earlier run left behind')
    if (!(await endProcess(pid, STOP_STEPS))) {
      throw new StartupError(
        `PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop: end it and start again.`,
      )
    }
  }
  // After a restart of the machine the number may be a stranger's, and PostgreSQL would refuse.
  rmSync(lockFile, { force: true })
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isRunning(pid)) return false
  return (workingFolderOf(pid) ?? cluster) === cluster
}
