import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { assert } from '../../../kernel/assert.ts'
import { freeBytes } from '../../files/data-folder.ts'
import { DUCKDB_DIALECT } from '../duckdb-dialect.ts'
import { BOUNDS, type DuckDbSettings, engineThreads } from '../process-settings.ts'

export type FilePlaces = Readonly<ReturnType<typeof placesOf>>

/** Where the engine keeps its data; only the record file outlives a start. */
export function placesOf({ folder, exportsFolder }: DuckDbSettings) {
  return {
    file: join(folder, 'records.duckdb'),
    /** Rows to be inserted. */
    inserts: join(folder, 'inserts'),
    /** Temporary data of queries. */
    temp: join(folder, 'temp'),
    /** The record file while it is being rewritten. */
    rewrite: join(folder, 'rewrite'),
    exports: exportsFolder,
  }
}

/** Creates the folders, and removes leftovers of an earlier process. */
export function preparePlaces({ folder, exportsFolder }: DuckDbSettings, places: FilePlaces): void {
  const { inserts, temp, rewrite } = places
  for (const passing of [inserts, temp, rewrite]) {
    rmSync(passing, { recursive: true, force: true })
  }
  for (const path of [folder, exportsFolder, inserts, temp, rewrite]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  }
}

const LOG_ENDINGS = ['.wal', '.wal.checkpoint', '.wal.recovery'] as const

/** The existing logs of a file; after a checkpoint there is none. */
export function logsOf(file: string): readonly string[] {
  return LOG_ENDINGS.map((ending) => `${file}${ending}`).filter((log) => existsSync(log))
}

export function logBytesOf(file: string): number {
  return logsOf(file).reduce((sum, log) => sum + bytesOf(log), 0)
}

export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The opened file. A process must not open it twice: DuckDB allows it and then corrupts the file. */
export class OpenFile {
  readonly writer: DuckDBConnection
  /** For health checks. */
  readonly pulse: DuckDBConnection
  /** For figures about the file. */
  readonly figures: DuckDBConnection
  readonly #instance: DuckDBInstance
  readonly #free: DuckDBConnection[]
  readonly #all: readonly DuckDBConnection[]

  private constructor(instance: DuckDBInstance, connections: readonly DuckDBConnection[]) {
    const [writer, pulse, figures, ...readers] = connections
    assert(writer && pulse && figures, 'Connections were opened.')
    this.writer = writer
    this.pulse = pulse
    this.figures = figures
    this.#instance = instance
    this.#free = readers
    this.#all = connections
  }

  static async open(settings: DuckDbSettings, places: FilePlaces): Promise<OpenFile> {
    const instance = await DuckDBInstance.create(places.file, options(settings, places))
    try {
      const connections: DuckDBConnection[] = []
      // All in one statement, because a connection's settings cannot be changed once the configuration is locked.
      const count = 3 + BOUNDS.runningQueriesMax + BOUNDS.snapshotsMax
      while (connections.length < count) connections.push(await connected(instance))
      const forAll = [`set global TimeZone = 'UTC'`, ...confinement(settings, places)]
      for (const statement of forAll) await connections[0]?.run(statement)
      return new OpenFile(instance, connections)
    } catch (error) {
      instance.closeSync()
      throw error
    }
  }

  /** Takes a connection until it is released. */
  take(): DuckDBConnection {
    const connection = this.#free.pop()
    if (connection === undefined) throw new Error('More queries run than there are connections.')
    return connection
  }

  giveBack(connection: DuckDBConnection): void {
    this.#free.push(connection)
  }

  /** Nothing may run on any connection. */
  close(): void {
    for (const connection of this.#all) connection.closeSync()
    this.#instance.closeSync()
  }
}

function options(settings: DuckDbSettings, places: FilePlaces): Record<string, string> {
  const memory = Math.floor(settings.memoryMaxBytes * BOUNDS.memoryShare)
  return {
    storage_compatibility_version: 'latest',
    memory_limit: `${memory}B`,
    temp_directory: places.temp,
    threads: String(engineThreads(settings, availableParallelism())),
    wal_autocheckpoint: `${BOUNDS.logMaxBytes}B`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  }
}

async function connected(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect()
  // The first makes progress available; the second keeps it off the terminal.
  await connection.run('set enable_progress_bar = true')
  await connection.run('set enable_progress_bar_print = false')
  return connection
}

/** In this order: the folders cannot be set once external access is off. */
function confinement(settings: DuckDbSettings, places: FilePlaces): readonly string[] {
  const folders = [places.inserts, places.rewrite, places.exports].map(DUCKDB_DIALECT.text)
  const tempMaxBytes = settings.tempMaxBytes ?? Math.floor(freeBytes(settings.folder) / 2)
  return [
    // Given with the options of the instance it is shown, but has no effect.
    `set max_temp_directory_size = '${tempMaxBytes}B'`,
    `set allowed_directories = [${folders.join(', ')}]`,
    'set enable_external_access = false',
    'set lock_configuration = true',
  ]
}
