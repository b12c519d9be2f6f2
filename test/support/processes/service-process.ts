import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { commandLineOf, isRunning, signal, workingFolderOf } from '../../../src/platform/processes/child-process.ts'
import { freePort } from '../../../src/platform/processes/free-port.ts'
import { compileCacheEnvironment } from '../../../src/platform/processes/program-files.ts'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { fileResources } from '../run/file-resources.ts'
import { makeTemporaryFolder, temporaryFolder } from '../stores/temporary-folder.ts'

export const SEARCH_PATH = '/usr/bin:/bin:/usr/sbin:/sbin'
const END_MS_MAX = 30_000

export type ServiceProcess = {
  readonly url: string
  readonly pid: number
  readonly output: () => string
  /** The keeper of its data folder, and the stores below it. */
  readonly storePids: () => StorePids
  /** The same while it starts, when some of them may not be there yet. */
  readonly storePidsIfAny: () => Partial<StorePids>
  readonly postgresUrl: () => string
  readonly recordsUrl: () => string
  readonly exited: Promise<number | null>
  readonly terminate: () => Promise<number | null>
  readonly kill: () => Promise<void>
}

export type StorePids = {
  readonly keeper: number
  readonly postgres: number | undefined
  readonly engine: number | undefined
}

/** The same until the tests of the file have ended. */
export function dataFolderOfFile(): string {
  const folder = makeTemporaryFolder()
  fileResources.defer(async () => {
    await endAll(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

type Environment = Readonly<Record<string, string>>

/** A data folder on which nothing is left running when the test ends, however it ends. */
export function temporaryDataFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => endAll(folder))
  return folder
}

type SpawnOptions = {
  readonly input?: 'ignore' | 'pipe'
  /** A command that becomes the one that follows it as its arguments. */
  readonly before?: readonly string[]
  /** The file that Node runs: otherwise that of the bundle. */
  readonly program?: string
}

/** A file of the bundle, which an installation runs. */
export function bundled(name: 'quittance.mjs' | 'program.mjs'): string {
  return join(inject('bundle'), name)
}

/** Node itself, not npm or npx, which would leave the service behind when they are killed. */
export function spawnQuittance(
  args: readonly string[],
  environment: Environment,
  { input = 'ignore', before = [], program = bundled('quittance.mjs') }: SpawnOptions = {},
): ChildProcess {
  const [command = '', ...rest] = [...before, process.execPath, program, ...args]
  return spawn(command, rest, {
    // Also for its first modules, which are loaded before it keeps compiled code by itself.
    env: { PATH: SEARCH_PATH, ...compileCacheEnvironment(), ...environment },
    stdio: [input, 'pipe', 'pipe'],
  })
}

/** Starts `quittance serve` on a data folder, in a process of its own. */
export async function spawnService(
  dataDir: string,
  environment: Environment = {},
  options: Pick<SpawnOptions, 'before' | 'program'> = {},
): Promise<ServiceProcess> {
  const port = await freePort()
  // Random runs send more requests in a minute than one key may by default.
  const defaults = { QUITTANCE_DATA_DIR: dataDir, QUITTANCE_PORT: String(port), QUITTANCE_RATE_LIMIT: '0' }
  const child = spawnQuittance(['serve'], { ...defaults, ...environment }, options)
  const [out, err] = [gather(child.stdout), gather(child.stderr)]
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const url = `${environment['QUITTANCE_TLS_CERT'] === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  return {
    url,
    pid: child.pid ?? 0,
    output: () => out() + err(),
    storePids: () => storePidsOf(dataDir),
    storePidsIfAny: () => storePidsIfAny(dataDir),
    postgresUrl: () => postgresUrlOf(dataDir),
    recordsUrl: () => recordsUrlOf(dataDir),
    exited,
    terminate: () => {
      child.kill('SIGTERM')
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The same, and waits until it says that it is ready. */
export async function startService(
  dataDir: string,
  environment: Environment = {},
  options: Pick<SpawnOptions, 'before' | 'program'> = {},
): Promise<ServiceProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const service = await spawnService(dataDir, environment, options)
    if (await isReady(service)) return service
    await service.kill()
    // Another test may have taken the port that was free a moment ago.
    const isTaken = service.output().includes(' is already in use: ')
    if (!isTaken || attempt === STARTS_MAX) {
      throw new Error(`The service did not start:\n${service.output()}`)
    }
  }
}

const STARTS_MAX = 3

async function isReady(service: ServiceProcess): Promise<boolean> {
  let hasEnded = false
  void service.exited.then(() => {
    hasEnded = true
  })
  const ready = await waitUntil(
    () => (service.output().includes(' is ready (') ? true : hasEnded ? false : undefined),
    { withinMs: 120_000 },
  )
  return ready ?? false
}

function storePidsOf(dataDir: string): StorePids {
  const keeper = readRunFile(dataDir, 'keeper.json')['pid']
  return { keeper: Number(keeper), postgres: postmasterOf(dataDir), engine: engineOf(dataDir) }
}

/** Throws where the file is missing. */
function readRunFile(dataDir: string, name: string): Record<string, string | number> {
  return JSON.parse(readFileSync(join(dataDir, 'run', name), 'utf8')) as Record<string, string>
}

function postmasterOf(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** The file is there before the engine is: until then it names no process. */
function engineOf(dataDir: string): number | undefined {
  try {
    const { pid } = readRunFile(dataDir, 'records.json')
    return pid === undefined ? undefined : Number(pid)
  } catch {
    return undefined
  }
}

function storePidsIfAny(dataDir: string): Partial<StorePids> {
  const keeper = keeperOf(dataDir)
  const others = { postgres: postmasterOf(dataDir), engine: engineOf(dataDir) }
  return keeper === undefined ? others : { keeper, ...others }
}

function postgresUrlOf(dataDir: string): string {
  const { user, password, host, port, database } = readRunFile(dataDir, 'postgres.json')
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

function recordsUrlOf(dataDir: string): string {
  const { user, password, host, port } = readRunFile(dataDir, 'records.json')
  return `http://${user}:${password}@${host}:${port}`
}

/** Whether it takes requests and has its stores. */
export async function isServing({ url }: Pick<ServiceProcess, 'url'>): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.status === 200
}

/** True when none of these processes runs any more. */
export async function haveEnded(pids: readonly (number | undefined)[]): Promise<boolean> {
  const isGone = (pid: number | undefined): boolean => pid === undefined || !isRunning(pid)
  const gone = await waitUntil(() => (pids.every(isGone) ? true : undefined), {
    withinMs: END_MS_MAX,
  })
  return gone ?? false
}

/** For the end of a test that kills things or fails: nothing may outlive it. A service would start its stores again. */
async function endAll(dataDir: string): Promise<void> {
  const patientUntil = performance.now() + END_MS_MAX / 2
  await waitUntil(
    () => {
      const pids = [...servicesOf(dataDir), ...runningOn(dataDir)]
      // With SIGQUIT PostgreSQL removes its shared memory and ends immediately; a kill would leave it.
      const isPatient = performance.now() < patientUntil
      for (const pid of pids) signal(pid, isPatient && isPostgres(pid) ? 'SIGQUIT' : 'SIGKILL')
      return pids.length === 0 ? true : undefined
    },
    { withinMs: END_MS_MAX },
  )
}

function isPostgres(pid: number): boolean {
  return /^(\S*\/)?postgres\b/.test(commandLineOf(pid) ?? '')
}

/** Every process that names this folder on its command line or works in it (Linux). */
export function runningOn(dataDir: string): readonly number[] {
  return pidsOf((pid) => commandLineOf(pid)?.includes(dataDir) || workingFolderOf(pid)?.includes(dataDir))
}

/** Services know the folder by their environment. */
function servicesOf(dataDir: string): readonly number[] {
  return pidsOf((pid) => environmentOf(pid)?.split('\0').includes(`QUITTANCE_DATA_DIR=${dataDir}`))
}

function pidsOf(isSought: (pid: number) => boolean | undefined): readonly number[] {
  if (!existsSync('/proc')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isSought(pid) && isRunning(pid))
}

function environmentOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return undefined
  }
}

function keeperOf(dataDir: string): number | undefined {
  try {
    return storePidsOf(dataDir).keeper
  } catch {
    return undefined
  }
}

/** Reads a stream as text; the function returns the text so far. */
export function gather(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}
