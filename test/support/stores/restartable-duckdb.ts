import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { DuckDbEngine } from '../../../src/platform/duckdb/duckdb-engine.ts'
import type { DuckDbSettings } from '../../../src/platform/duckdb/process-settings.ts'
import { type EngineLog, type RunningDuckDb, startDuckDb } from '../../../src/platform/duckdb/start-duckdb.ts'
import { signal } from '../../../src/platform/processes/child-process.ts'

export type RestartableDuckDb = {
  readonly engine: DuckDbEngine
  /** The child process that owns the file now. */
  readonly process: RunningDuckDb
  readonly settings: DuckDbSettings
  readonly url: string
  /** Another way to the same child process. */
  readonly connect: () => DuckDbEngine
  /** The standard error of the child processes. */
  readonly complaints: readonly string[]
  /** Ends the child process without a chance to tidy up. */
  readonly kill: () => Promise<void>
  /** Starts another child process on the same folder. The one before has ended. */
  readonly startAgain: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Settings of a record engine below a folder, at any port. */
export function engineSettings(folder: string): DuckDbSettings {
  return {
    folder: join(folder, 'records'),
    exportsFolder: join(folder, 'exports'),
    port: 0,
    password: 'correct horse',
    memoryMaxBytes: 1_000_000_000,
  }
}

/** A record engine below a folder. */
export async function startRestartableDuckDb(
  folder: string,
  overrides: Partial<DuckDbSettings> = {},
): Promise<RestartableDuckDb> {
  const settings: DuckDbSettings = { ...engineSettings(folder), ...overrides }
  await mkdir(settings.exportsFolder, { recursive: true })
  const complaints: string[] = []
  const log: EngineLog = {
    info: () => undefined,
    warn: (_, message) => complaints.push(message),
  }
  let running = await startDuckDb({ ...settings, log })
  const engines: DuckDbEngine[] = []
  const connect = (): DuckDbEngine => {
    const { exportsFolder } = settings
    const url = engineUrl(running.port, settings)
    const engine = new DuckDbEngine(url, { exportsFolder, log: pino({ level: 'silent' }) })
    engines.push(engine)
    return engine
  }
  return {
    engine: connect(),
    get process() {
      return running
    },
    settings,
    get url() {
      return engineUrl(running.port, settings)
    },
    connect,
    complaints,
    kill: async () => {
      signal(running.pid, 'SIGKILL')
      await running.exited
    },
    startAgain: async () => {
      running = await startDuckDb({ ...settings, log })
      for (const engine of engines) engine.moveTo(engineUrl(running.port, settings))
    },
    stop: async () => {
      await Promise.all(engines.map((engine) => engine.close()))
      await running.stop()
    },
  }
}

export function engineUrl(port: number, { password }: DuckDbSettings): string {
  return `http://default:${encodeURIComponent(password)}@127.0.0.1:${port}`
}
