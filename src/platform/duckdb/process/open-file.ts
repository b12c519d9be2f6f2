import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { freeBytes } from '../../files/data-folder.ts'
import { DUCKDB_DIALECT } from '../duckdb-dialect.ts'
import { BOUNDS, type DuckDbSettings } from '../process-settings.ts'

/** Where the engine keeps what; nothing but the file itself outlives a start. */
export type FilePlaces = {
  readonly file: string
  /** Rows on their way in. */
  readonly inserts: string
  /** What queries put aside. */
  readonly temp: string
  /** The file as it is written anew. */
  readonly rewrite: string
  readonly exports: string
}

export function placesOf({ folder, exportsFolder }: DuckDbSettings): FilePlaces {
  return {
    file: join(folder, 'records.duckdb'),
    inserts: join(folder, 'inserts'),
    temp: join(folder, 'temp'),
    rewrite: join(folder, 'rewrite'),
    exports: exportsFolder,
  }
}

/** Makes the folders, and removes what an earlier process has left behind. */
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

/** The logs that stand beside a file; after a checkpoint there is none. */
export function logsOf(file: string): readonly string[] {
  return LOG_ENDINGS.map((ending) => `${file}${ending}`).filter((log) => existsSync(log))
}

export function logBytesOf(file: string): number {
  return logsOf(file).reduce((sum, log) => sum + bytesOf(log), 0)
}

export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The opened file. Only one may be open at a time: DuckDB lets a process open it twice, and breaks it then. */
export class OpenFile {
  readonly writer: DuckDBConnection
  /** For a sign of life. */
  readonly pulse: DuckDBConnection
  /** For figures about the file. */
  readonly figures: DuckDBConnection
  readonly #instance: DuckDBInstance
  readonly #free: DuckDBConnection[]
  readonly #all: readonly DuckDBConnection[]

  private constructor(instance: DuckDBInstance, connections: readonly DuckDBConnection[]) {
    const [writer, pulse, figures, ...readers] = connections
    if (writer === undefined || pulse === undefined || figures === undefined) {
      throw new Error('No connection was opened.')
    }
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
      // All at once, because a connection's settings cannot be changed once the configuration is locked.
      const count = 3 + BOUNDS.runningQueriesMax + BOUNDS.snapshotsMax
      for (let made = 0; made < count; made += 1) {
        connections.push(await connected(instance))
      }
      for (const statement of confinement(settings, places)) await connections[0]?.run(statement)
      return new OpenFile(instance, connections)
    } catch (error) {
      instance.closeSync()
      throw error
    }
  }

  /** A connection of one's own, until it is given back. */
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
    threads: String(availableParallelism()),
    wal_autocheckpoint: `${BOUNDS.logMaxBytes}B`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  }
}

async function connected(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect()
  // Without the first there is no progress to ask for; the second keeps it from the terminal.
  await connection.run('set enable_progress_bar = true')
  await connection.run('set enable_progress_bar_print = false')
  await connection.run(`set TimeZone = 'UTC'`)
  return connection
}

/** In this order: the folders cannot be named any more once access is off. */
function confinement(settings: DuckDbSettings, places: FilePlaces): readonly string[] {
  const folders = [places.inserts, places.rewrite, places.exports].map(DUCKDB_DIALECT.text)
  const tempMaxBytes = settings.tempMaxBytes ?? Math.floor(freeBytes(settings.folder) / 2)
  return [
    // Given with the options of the instance it is shown, but not kept.
    `set max_temp_directory_size = '${tempMaxBytes}B'`,
    `set allowed_directories = [${folders.join(', ')}]`,
    'set enable_external_access = false',
    'set lock_configuration = true',
  ]
}
