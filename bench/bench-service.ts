import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBundle } from '../scripts/bundle.ts'
import type { SharedSecret } from '../src/organizations/credentials/make-secret.ts'
import { DuckDbEngine } from '../src/platform/duckdb/duckdb-engine.ts'
import type { Engine } from '../src/platform/engine/engine.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { exitOf } from '../src/platform/processes/child-process.ts'
import { freePort } from '../src/platform/processes/free-port.ts'
import { compileCacheEnvironment, startEntriesOf } from '../src/platform/processes/program-files.ts'

/** The bundle, as a user runs it. */
const BUNDLE = await ensureBundle()
startEntriesOf(pathToFileURL(`${BUNDLE}/`))
export const PROGRAM = join(BUNDLE, 'quittance.mjs')

export type BenchService = {
  readonly url: string
  readonly pid: number
  readonly readyMs: number
  stop(): Promise<void>
}

export function benchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'quittance-bench-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** The service as a user starts it, in a process of its own. */
export async function startBenchService(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchService> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      QUITTANCE_DATA_DIR: dataDir,
      QUITTANCE_PORT: String(port),
      QUITTANCE_LOG_LEVEL: 'warn',
      QUITTANCE_RATE_LIMIT: '0',
      // As `npm start` sets it.
      ...compileCacheEnvironment(),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = exitOf(child)
  const isReady = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!isReady) throw new Error('The service did not start.')
  const scheme = environment['QUITTANCE_TLS_CERT'] === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The key of the merchant that every sandbox begins with. */
export function bearerKeyIn(folder: string): string {
  return merchantIn(folder).bearer.key
}

export function merchantIdIn(folder: string): string {
  return merchantIn(folder).organizationId
}

/** The embedded engine of a running service, queried directly. */
export function engineIn(folder: string): Engine {
  const { user, password, host, port } = readJson(join(folder, 'run', 'records.json'))
  const url = `http://${user}:${password}@${host}:${port}`
  const log = createLogger({ level: 'silent' })
  return new DuckDbEngine(url, { exportsFolder: join(folder, 'exports'), log })
}

export function enginePidIn(folder: string): number {
  return Number(readJson(join(folder, 'run', 'records.json'))['pid'])
}

export async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export function postgresUrlIn(folder: string): string {
  const { user, password, host, port, database } = readJson(join(folder, 'run', 'postgres.json'))
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

type Keyed = {
  readonly organizationId: string
  readonly sharedSecret: SharedSecret
  readonly bearer: { readonly key: string }
}

export function merchantIn(folder: string): Keyed {
  return readJson(join(folder, 'sandbox-credentials.json'))['merchant'] as Keyed
}

/** The partner above that merchant. */
export function partnerIn(folder: string): Keyed {
  return readJson(join(folder, 'sandbox-credentials.json'))['partner'] as Keyed
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
}
