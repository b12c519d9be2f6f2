import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { DuckDbEngine } from '../../src/platform/duckdb/duckdb-engine.ts'
import type { DuckDbSettings } from '../../src/platform/duckdb/process/process-settings.ts'
import { type RunningDuckDb, startDuckDb } from '../../src/platform/duckdb/start-duckdb.ts'
import { fileResources } from './file-resources.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type TemporaryDuckDb = {
  readonly engine: DuckDbEngine
  /** The child process that owns the file. */
  readonly process: RunningDuckDb
  readonly settings: DuckDbSettings
  readonly url: string
  /** Another way to the same child process. */
  readonly connect: () => DuckDbEngine
  readonly remove: () => Promise<void>
}

/** A record engine on a folder of its own, both gone after `remove`. */
export async function aTemporaryDuckDb(
  overrides: Partial<DuckDbSettings> = {},
): Promise<TemporaryDuckDb> {
  const folder = makeTemporaryFolder()
  const settings: DuckDbSettings = {
    folder: join(folder, 'records'),
    exportsFolder: join(folder, 'exports'),
    port: 0,
    password: 'correct horse',
    memoryMaxBytes: 1_000_000_000,
    ...overrides,
  }
  await mkdir(settings.exportsFolder, { recursive: true })
  const running = await startDuckDb(settings).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const engines: DuckDbEngine[] = []
  const url = urlOfDuckDb(running, settings)
  const connect = (): DuckDbEngine => {
    const { exportsFolder } = settings
    const engine = new DuckDbEngine(url, { exportsFolder, log: pino({ level: 'silent' }) })
    engines.push(engine)
    return engine
  }
  return {
    engine: connect(),
    process: running,
    settings,
    url,
    connect,
    remove: async () => {
      await Promise.all(engines.map((engine) => engine.close()))
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function urlOfDuckDb({ port }: RunningDuckDb, { password }: DuckDbSettings): string {
  return `http://default:${encodeURIComponent(password)}@127.0.0.1:${port}`
}

/** The engine that all tests of a file share; it goes away with the file. */
export async function duckDbOfThisFile(
  overrides: Partial<DuckDbSettings> = {},
): Promise<TemporaryDuckDb> {
  const temporary = await aTemporaryDuckDb(overrides)
  fileResources.defer(temporary.remove)
  return temporary
}
