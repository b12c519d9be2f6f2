import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { type Exit, exitOf, type RunningProcess, readLines } from '../processes/child-process.ts'
import { compileCacheEnvironment, entryUrl } from '../processes/program-files.ts'
import { StartupError } from '../processes/startup-error.ts'
import { BOUNDS, type DuckDbSettings, type MessageFromEngine, type MessageToEngine } from './process-settings.ts'

export type EngineLog = Readonly<Record<'info' | 'warn', (fields: object, message: string) => void>>

export type RunningDuckDb = RunningProcess & { readonly port: number; readonly pid: number }

const START_MAX_MS = 60_000
const KILL_AFTER_MS = BOUNDS.shutdownMaxMs + 5_000

/** Starts the embedded engine as a child process. Rejects with a sentence for the person at the terminal. */
export async function startDuckDb(settings: DuckDbSettings & { readonly log?: EngineLog }): Promise<RunningDuckDb> {
  const { log, ...engineSettings } = settings
  const child = fork(entryUrl(new URL('./process/duckdb-process.ts', import.meta.url)), [], {
    execArgv: [],
    // Nothing of the service's own environment, which may contain secrets. Times are in UTC.
    env: {
      UV_THREADPOOL_SIZE: String(BOUNDS.threads),
      TZ: 'UTC',
      ...compileCacheEnvironment(),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A session of its own, so that Ctrl+C at the terminal reaches the service alone.
    detached: true,
  })
  const exited = exitOf(child)
  // A message that can no longer be delivered must not end the service.
  child.on('error', (error) => log?.warn({ engine: child.pid }, error.message))
  readLines(child.stdout, (line) => log?.info({ engine: child.pid }, line))
  readLines(child.stderr, (line) => log?.warn({ engine: child.pid }, line))
  const result = await started(child, exited, engineSettings)
  if (result.type === 'failed' || child.pid === undefined) {
    await stopped(child, exited)
    const reason = result.type === 'failed' ? result.reason : 'it has no process id'
    throw new StartupError(startFailureSentence(engineSettings.folder, reason))
  }
  return { port: result.port, pid: child.pid, stop: () => stopped(child, exited), exited }
}

async function started(
  child: ChildProcess,
  exited: Promise<Exit>,
  settings: DuckDbSettings,
): Promise<MessageFromEngine> {
  const message = once(child, 'message').then(
    ([message]) => message as MessageFromEngine,
    (error: unknown) => failed(String(error)),
  )
  const exit = exited.then(({ signal, code }) => failed(`it ended with ${signal ?? code}`))
  tell(child, { type: 'start', settings })
  const first = await withTimeout(START_MAX_MS, Promise.race([message, exit]))
  return first ?? failed(`it did not respond within ${START_MAX_MS / 1000} seconds`)
}

function failed(reason: string): MessageFromEngine {
  return { type: 'failed', reason }
}

async function stopped(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  tell(child, { type: 'stop' })
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
  await exited
  clearTimeout(timer)
}

function tell(child: ChildProcess, message: MessageToEngine): void {
  // If the child has ended already, the caller waits for its exit.
  if (child.connected) child.send(message, () => undefined)
}

/** One sentence on why the engine did not start. */
export function startFailureSentence(folder: string, reason: string): string {
  return `The embedded record engine cannot start on ${folder}: ${plainReason(reason)}.`
}

function plainReason(reason: string): string {
  if (/Conflicting lock|Could not set lock/.test(reason)) {
    return 'another process is using this folder'
  }
  if (/No space left on device/.test(reason)) return 'the disk is full'
  if (/Permission denied/.test(reason)) return 'permission on this folder is missing'
  if (/newer (?:version of )?DuckDB|storage version/i.test(reason)) {
    return 'its file was written by a newer Quittance'
  }
  return (reason.split('\n')[0] ?? '').replace(/[.\s]+$/, '')
}
