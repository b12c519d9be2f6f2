import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/platform/free-port.ts'

export const PROGRAM = fileURLToPath(new URL('../src/main/quittance.ts', import.meta.url))

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
export async function startBenchService(dataDir: string): Promise<BenchService> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      QUITTANCE_DATA_DIR: dataDir,
      QUITTANCE_PORT: String(port),
      QUITTANCE_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
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

export function postgresUrlIn(folder: string): string {
  const { user, password, host, port, database } = readJson(join(folder, 'run', 'postgres.json'))
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

function merchantIn(folder: string): { organizationId: string; bearer: { key: string } } {
  const { merchant } = readJson(join(folder, 'sandbox-credentials.json'))
  return merchant as ReturnType<typeof merchantIn>
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
}
