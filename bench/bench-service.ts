import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/platform/free-port.ts'

const PROGRAM = fileURLToPath(new URL('../src/main/quittance.ts', import.meta.url))

export type BenchService = { readonly url: string; readonly readyMs: number; stop(): Promise<void> }

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
    readyMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
