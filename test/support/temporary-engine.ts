import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickHouseLogLevel, createClient } from '@engine/client'
import type { EngineSettings } from '../../src/platform/clickhouse/engine/engine-settings.ts'
import {
  type RunningEngine,
  startEngine,
} from '../../src/platform/clickhouse/engine/start-engine.ts'
import { waitUntil } from '../../src/platform/wait-until.ts'
import { fileResources } from './file-resources.ts'

type Client = ReturnType<typeof createClient>
type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

export type TemporaryEngine = {
  readonly engine: RunningEngine
  readonly client: Client
  readonly settings: EngineSettings
  readonly connect: (options?: ClientOptions) => Client
  readonly remove: () => Promise<void>
}

/** An engine on a folder of its own, both gone after `remove`. */
export async function aTemporaryEngine(
  overrides: Partial<EngineSettings> = {},
): Promise<TemporaryEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-engine-'))
  const settings: EngineSettings = {
    folder: join(folder, 'engine'),
    exportsFolder: join(folder, 'exports'),
    port: 0,
    password: 'correct horse',
    memoryMaxBytes: 1_500_000_000,
    ...overrides,
  }
  const engine = await startEngine(settings).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const clients: Client[] = []
  const connect = (options: ClientOptions = {}): Client => {
    const client = createClient({
      url: `http://127.0.0.1:${engine.port}`,
      password: settings.password,
      log: { level: ClickHouseLogLevel.OFF },
      ...options,
    })
    clients.push(client)
    return client
  }
  return {
    engine,
    settings,
    client: connect(),
    connect,
    remove: async () => {
      await Promise.all(clients.map((client) => client.close()))
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The engine that all tests of a file share; it goes away with the file. */
export async function engineOfThisFile(): Promise<TemporaryEngine> {
  const temporary = await aTemporaryEngine()
  fileResources.defer(temporary.remove)
  return temporary
}

/** Asks again and again until it holds, within a bound. */
export async function eventually(holds: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  const held = await waitUntil(async () => ((await holds()) ? true : undefined), { withinMs })
  if (!held) throw new Error(`It did not hold within ${withinMs} ms.`)
}
