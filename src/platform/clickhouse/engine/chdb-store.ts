import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quoteName } from '../sql-quoting.ts'
import { type ChdbNative, type Connection, loadChdb } from './chdb-native.ts'
import { BOUNDS, type EngineSettings } from './engine-settings.ts'
import { killStatement } from './query-plan.ts'
import { QuerySession } from './query-session.ts'
import { OWN_DATABASE } from './reachable-names.ts'

/** The opened folder. It stays open as long as its control connection, which also kills queries. */
export class ChdbStore {
  readonly version: string
  /** For rows that are on their way in; nothing in it outlives a start. */
  readonly insertsFolder: string
  readonly timeZone: string
  readonly #native: ChdbNative
  readonly #folder: string
  readonly #args: readonly string[]
  readonly #control: Connection
  #controlTail: Promise<unknown> = Promise.resolve()
  #openSessions = 0

  private constructor(opened: {
    native: ChdbNative
    folder: string
    insertsFolder: string
    args: readonly string[]
    control: Connection
    facts: readonly string[]
  }) {
    this.#native = opened.native
    this.#folder = opened.folder
    this.insertsFolder = opened.insertsFolder
    this.#args = opened.args
    this.#control = opened.control
    this.version = opened.facts[0] ?? ''
    this.timeZone = opened.facts[1] ?? 'UTC'
  }

  static async open(settings: EngineSettings): Promise<ChdbStore> {
    const folder = join(settings.folder, 'data')
    const empty = join(settings.folder, 'empty')
    const insertsFolder = join(settings.folder, 'inserts')
    rmSync(insertsFolder, { recursive: true, force: true })
    for (const path of [folder, empty, insertsFolder])
      mkdirSync(path, { recursive: true, mode: 0o700 })
    mkdirSync(settings.exportsFolder, { recursive: true, mode: 0o700 })
    const args = engineArgs(settings)
    // Names without a slash would be looked up in the working folder, if ever one got past the guard.
    process.chdir(empty)
    const native = loadChdb()
    const control = native.CreateConnection(folder, args)
    await native.QueryAsyncConnection(
      control,
      `CREATE DATABASE IF NOT EXISTS ${quoteName(OWN_DATABASE)} ENGINE = Atomic`,
      'TSV',
    )
    const facts = await native.QueryAsyncConnection(control, 'SELECT version(), timezone()', 'TSV')
    return new ChdbStore({
      native,
      folder,
      insertsFolder,
      args,
      control,
      facts: facts.bytes.toString('utf8').trim().split('\t'),
    })
  }

  get openSessions(): number {
    return this.#openSessions
  }

  /** A session of its own for every query: settings and parameters of one never reach another. */
  openSession(): QuerySession {
    const connection = this.#native.CreateConnection(this.#folder, this.#args)
    this.#openSessions += 1
    return new QuerySession(this.#native, connection, () => {
      this.#openSessions -= 1
    })
  }

  /** Kills the query once, if the engine knows it by now. */
  async kill(queryId: string): Promise<void> {
    // One connection runs one statement at a time, and one that waits would hold a thread.
    const killed = this.#controlTail.then(() =>
      this.#native.QueryAsyncConnection(this.#control, killStatement(queryId), 'TSV'),
    )
    this.#controlTail = killed.catch(() => undefined)
    await killed
  }

  /** Closing hangs while a query runs: kill and await them first. */
  async close(): Promise<void> {
    await this.#controlTail
    this.#native.CloseConnection(this.#control)
  }
}

/**
 * Every table's inserts reach the disk before they are acknowledged. What is merged or rewritten does too, before the files
 * that it replaces are removed, which this build of the engine keeps for no time at all. These are settings of the storage,
 * which a command line does not take, hence the file.
 */
function engineArgs(settings: EngineSettings): readonly string[] {
  const file = join(settings.folder, 'config.xml')
  const memoryMaxBytes = Math.floor(settings.memoryMaxBytes)
  const config = `<clickhouse>
  <max_server_memory_usage>${memoryMaxBytes}</max_server_memory_usage>
  <merge_tree>
    <fsync_after_insert>1</fsync_after_insert>
    <fsync_part_directory>1</fsync_part_directory>
    <min_rows_to_fsync_after_merge>1</min_rows_to_fsync_after_merge>
  </merge_tree>
</clickhouse>
`
  writeFileSync(file, config, { mode: 0o600 })
  chmodSync(file, 0o600)
  return [
    `--config-file=${file}`,
    `--max_memory_usage=${memoryMaxBytes}`,
    '--fsync_metadata=1',
    // Parameters are set by a statement, and a list of identifiers is longer than a statement's default bound.
    `--max_query_size=${2 * BOUNDS.insertMaxBytes}`,
    '--async_insert=0',
    // By default a query gets one thread for each free GiB, which is all that the engine may have.
    '--max_threads_min_free_memory_per_thread=0',
  ]
}
