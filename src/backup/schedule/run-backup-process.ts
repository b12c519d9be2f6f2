import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { exitOf, readLines } from '../../platform/processes/child-process.ts'
import { compileCacheEnvironment } from '../../platform/processes/program-files.ts'

export type BackupRun = {
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  readonly stop: () => void
}

const LINES_MAX = 5

/**
 * Runs `quittance backup create` for the place of the settings, as an operator would: hashing and packing take nothing
 * from the event loop of the service, and the process has a low priority.
 */
export function runBackupProcess(program: URL): BackupRun {
  const child = spawn(process.execPath, [fileURLToPath(program), 'backup', 'create'], {
    // biome-ignore lint/style/noProcessEnv: the command reads the same settings, and credentials of the bucket.
    env: { ...process.env, ...compileCacheEnvironment() },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  readLines(child.stderr, (line) => {
    lines.push(line)
    if (lines.length > LINES_MAX) lines.shift()
  })
  return {
    ended: exitOf(child).then(({ code }) => ({ code, output: lines.join('\n') })),
    stop: () => void child.kill('SIGTERM'),
  }
}
