import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteName, quoteText } from '../../src/platform/clickhouse/sql-quoting.ts'
import { type ChdbNative, type Connection, loadChdb } from './chdb-native.ts'
import { insertHead } from './insert-head.ts'

const INPUT = /\binput\(('(?:[^'\\]|\\.)*')\)/i
const FORMAT_CLAUSE = /\s+format\s+\w+\s*$/i

/**
 * A node of a cluster with a Keeper in memory: it makes replicated tables, and cannot fill them. It looks for mutations
 * to run every few milliseconds; by default a mutation waits up to a second between two months.
 */
const CONFIG = `<clickhouse>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>01</shard><replica>a</replica></macros>
  <remote_servers><main><shard><internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>9000</port></replica>
  </shard></main></remote_servers>
  <background_processing_pool_thread_sleep_seconds_if_nothing_to_do>0.02</background_processing_pool_thread_sleep_seconds_if_nothing_to_do>
  <background_processing_pool_task_sleep_seconds_when_no_work_random_part>0</background_processing_pool_task_sleep_seconds_when_no_work_random_part>
</clickhouse>
`

export type ChdbQuery = {
  readonly queryId: string
  readonly database: string
  readonly settings: ReadonlyMap<string, string>
  /** With the rows that it inserts, if any. */
  readonly statement: Buffer
}

/** A connection, and the settings that queries on it have changed. */
type Session = { readonly connection: Connection; readonly changed: Set<string> }

/** Rows are stored immediately, unless a query says otherwise. */
const USUAL_SETTINGS = [['async_insert', '0']] as const

/** chdb on an empty folder. */
export class ChdbStore {
  readonly #folder: string
  readonly #data: string
  readonly #arguments: readonly string[]
  readonly #native: ChdbNative = loadChdb()
  readonly #control: Connection
  /** To open one takes longer than most queries. */
  readonly #idle: Session[] = []

  constructor(folder: string) {
    this.#folder = folder
    this.#data = join(folder, 'data')
    const config = join(folder, 'config.xml')
    writeFileSync(config, CONFIG)
    mkdirSync(this.#data)
    this.#arguments = [`--config-file=${config}`]
    // The folder stays open as long as one connection to it.
    this.#control = this.#connect()
  }

  /** The answer as a whole. The settings of a query reach no other. */
  async run({ queryId, database, settings, statement }: ChdbQuery): Promise<Buffer> {
    const session = this.#idle.pop() ?? { connection: this.#connect(), changed: new Set() }
    const { connection, changed } = session
    try {
      // chdb gives queries ids of its own; ours is found in a comment.
      const all = new Map([...USUAL_SETTINGS, ...settings, ['log_comment', queryId]])
      const former = [...changed].filter((name) => !all.has(name))
      const assignments = [
        ...former.map((name) => `${name} = default`),
        ...[...all].map(([name, value]) => `${name} = ${quoteText(value)}`),
      ]
      for (const name of all.keys()) changed.add(name)
      await this.#query(connection, `USE ${quoteName(database)}; SET ${assignments.join(', ')}`)
      const answer = await this.#runIn(connection, statement)
      this.#idle.push(session)
      return answer
    } catch (error) {
      this.#native.CloseConnection(connection)
      throw error
    }
  }

  async kill(queryId: string): Promise<void> {
    const isOurs = `Settings['log_comment'] = ${quoteText(queryId)}`
    await this.#query(this.#control, `KILL QUERY WHERE ${isOurs} ASYNC`)
  }

  async #runIn(connection: Connection, statement: Buffer): Promise<Buffer> {
    const text = statement.toString('utf8')
    const insert = insertHead(text)
    if (insert === undefined) return this.#query(connection, text)
    const { head } = insert
    const rows = statement.subarray(Buffer.byteLength(head))
    if (INPUT.test(head)) await this.#insertConverted(connection, { ...insert, rows })
    else await this.#native.InsertRawAsyncConnection(connection, head, rows, false)
    return Buffer.alloc(0)
  }

  /** chdb gives input() no rows; it reads a file the same way. */
  async #insertConverted(
    connection: Connection,
    insert: { readonly head: string; readonly format: string; readonly rows: Buffer },
  ): Promise<void> {
    const file = join(this.#folder, randomUUID())
    const source = `file(${quoteText(file)}, ${quoteText(insert.format)}, `
    const statement = insert.head
      .replace(FORMAT_CLAUSE, '')
      .replace(INPUT, (_input, structure: string) => `${source}${structure})`)
    try {
      await writeFile(file, insert.rows)
      await this.#query(connection, statement)
    } finally {
      await rm(file, { force: true })
    }
  }

  async #query(connection: Connection, statement: string): Promise<Buffer> {
    const { bytes } = await this.#native.QueryAsyncConnection(connection, statement, 'TSV')
    return bytes
  }

  #connect(): Connection {
    return this.#native.CreateConnection(this.#data, this.#arguments)
  }
}
