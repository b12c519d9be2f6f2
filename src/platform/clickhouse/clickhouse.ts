import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { assert } from '../../kernel/assert.ts'
import { giveBackRead } from '../give-back.ts'
import type { Logger } from '../log.ts'
import { readAhead } from '../read-ahead.ts'
import { type ClickHouseAddress, clientOf, parseAddress } from './clickhouse-client.ts'
import {
  type Cluster,
  clusterStatements,
  createDatabaseStatement,
  mutatedTable,
} from './cluster-statements.ts'
import { lossOfClickHouse } from './explain-clickhouse.ts'
import type { NativeBlock } from './native-block.ts'
import { quoteText } from './sql-quoting.ts'
import { unbroken } from './unbroken.ts'

const STATUS_MS_MAX = 2_000
/** For what rewrites tables or sends millions of rows: silence for so long means that nobody is there. */
const PATIENT_REQUEST_MS_MAX = 3_600_000
/** A large report takes hours, and the engine is silent while it writes the file by itself. */
const LONG_REQUEST_MS_MAX = 7 * 24 * 3_600_000
const WAITING_BYTES_MAX = 4 * 1024 * 1024
/** Beyond what is usual: a partner's report names all of its merchants. */
const STATEMENT_BYTES_MAX = 16 * 1024 * 1024

/** The one way to ClickHouse: the embedded engine and a cluster speak the same protocol. */
export class ClickHouse {
  readonly #log: Logger
  readonly #isEmbedded: boolean
  readonly #clusterName: string | undefined
  #client: ClickHouseClient
  #address: ClickHouseAddress

  constructor(url: string, options: ClickHouseOptions) {
    const { isEmbedded, cluster, log } = options
    this.#clusterName = cluster
    this.#log = log
    this.#isEmbedded = isEmbedded
    this.#address = parseAddress(url)
    this.#client = clientOf(this.#address, log)
  }

  /** Ask for it at every use: it changes when the embedded engine comes back on another port. */
  get client(): ClickHouseClient {
    return this.#client
  }

  get database(): string {
    return this.#address.database
  }

  /** Whether it is the engine of the data folder, which can write files there. */
  get isEmbedded(): boolean {
    return this.#isEmbedded
  }

  /** Host and port, without user and password. */
  get place(): string {
    return new URL(this.#address.url).host
  }

  get isCluster(): boolean {
    return this.#clusterName !== undefined
  }

  get clusterName(): string | undefined {
    return this.#clusterName
  }

  get #cluster(): Cluster | undefined {
    if (this.#clusterName === undefined) return undefined
    return { name: this.#clusterName, database: this.database }
  }

  /** A statement of a migration as this server or cluster is to be given it. */
  definitionsOf(statement: string): readonly string[] {
    const cluster = this.#cluster
    return cluster === undefined ? [statement] : clusterStatements(statement, cluster)
  }

  /** What stands for the table after DELETE FROM and ALTER TABLE; readings and inserts name it plainly. */
  mutated(table: string): string {
    return mutatedTable(table, this.#cluster)
  }

  /** What makes a reading see everything that was acknowledged before; a single server always does. */
  get readSettings(): ClickHouseSettings {
    return !this.isCluster ? {} : { select_sequential_consistency: '1' }
  }

  /** What makes an acknowledged row durable: on a cluster most replicas have it. */
  get writeSettings(): ClickHouseSettings {
    if (!this.isCluster) return {}
    return {
      distributed_foreground_insert: 1,
      insert_quorum: 'auto',
      // Readings in sequence need writings in sequence.
      insert_quorum_parallel: 0,
    }
  }

  async check(): Promise<void> {
    const answer = await this.#client.ping({ select: true })
    if (!answer.success) throw answer.error
  }

  async version(): Promise<string> {
    return this.#onServer(async (client) => {
      const row = await firstRow<{ version: string }>(client, 'select version() as version')
      return row.version
    })
  }

  /** Resident memory of the server; undefined while it cannot tell. */
  async residentBytes(): Promise<number | undefined> {
    try {
      return this.#isEmbedded ? await this.#engineBytes() : await this.#serverBytes()
    } catch (error) {
      this.#log.debug({ err: error }, 'ClickHouse does not tell its memory')
      return undefined
    }
  }

  /** The embedded engine has no such table, but counts everything that its process holds. */
  async #engineBytes(): Promise<number> {
    const { url, username, password } = this.#address
    const credentials = Buffer.from(`${username}:${password}`).toString('base64')
    const answer = await fetch(`${url}/engine-status`, {
      headers: { authorization: `Basic ${credentials}` },
      signal: AbortSignal.timeout(STATUS_MS_MAX),
    })
    return ((await answer.json()) as { residentBytes: number }).residentBytes
  }

  async #serverBytes(): Promise<number> {
    const row = await firstRow<{ bytes: number }>(
      this.#client,
      `select value as bytes from system.asynchronous_metrics where metric = 'MemoryResident'`,
    )
    return row.bytes
  }

  /** The rows of a query, each as an object; 64-bit numbers as numbers. */
  async rows<Row>(
    query: string,
    params: Readonly<Record<string, unknown>>,
    settings: ClickHouseSettings = {},
  ): Promise<readonly Row[]> {
    try {
      const answer = await this.#client.query({
        query,
        query_params: { ...params },
        clickhouse_settings: {
          output_format_json_quote_64bit_integers: 0,
          max_query_size: String(STATEMENT_BYTES_MAX),
          ...this.readSettings,
          ...settings,
        },
        format: 'JSONEachRow',
      })
      const rows: Row[] = []
      // Some at a time: to read all at once would hold up everything else.
      for await (const some of answer.stream<Row>()) for (const row of some) rows.push(row.json())
      return rows
    } catch (error) {
      throw lossOfClickHouse(error)
    }
  }

  /** Stores all rows of the block or none; when it returns they are on the disk. */
  async insertBlock(
    table: string,
    block: NativeBlock,
    settings: ClickHouseSettings = {},
  ): Promise<void> {
    const { columnNames } = block
    await this.insert(table, { columnNames, format: 'Native', bytes: block.toBuffer() }, settings)
  }

  /** The same for rows in any of the engine's formats. */
  async insert(
    table: string,
    { columnNames, format, bytes }: WrittenRows,
    settings: ClickHouseSettings = {},
  ): Promise<void> {
    try {
      const { stream } = await this.#client.exec({
        query: `insert into ${table} (${columnNames.join(', ')}) format ${format}`,
        values: Readable.from([bytes], { objectMode: false }),
        clickhouse_settings: settings,
      })
      // The answer has no content, and the connection is free when it has been read.
      await text(stream)
    } catch (error) {
      throw lossOfClickHouse(error)
    }
  }

  /** Runs a DELETE or ALTER until every replica has done it. */
  async mutate(query: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.patiently((client) =>
      client.command({
        query,
        query_params: { ...params },
        clickhouse_settings: {
          mutations_sync: '2',
          alter_sync: '2',
          lightweight_deletes_sync: '2',
          distributed_ddl_task_timeout: String(PATIENT_REQUEST_MS_MAX / 1_000),
        },
      }),
    )
  }

  /** Lets the embedded engine append the rows of a query to a file below its exports folder. */
  async exportRows(file: string, { format, select }: Rows, options: LongQuery): Promise<void> {
    assert(this.#isEmbedded, 'Only the embedded engine writes files.')
    await this.#long(options, async (client, common) => {
      await client.command({
        ...common,
        query: `insert into function file(${quoteText(file)}, ${quoteText(format)}) ${select}`,
      })
    })
  }

  /** The rows of a query as the bytes of a format, as they come; the query ends when the reader stops. */
  async *streamRows(
    { format, select }: Rows,
    options: LongQuery,
  ): AsyncGenerator<Uint8Array, void> {
    const client = clientOf(this.#address, this.#log, LONG_REQUEST_MS_MAX)
    try {
      const { stream, response_headers: head } = await client.exec({
        ...this.#longOptions(options),
        query: `${select} format ${format}`,
      })
      giveBackRead(stream)
      const pieces = readAhead(stream, WAITING_BYTES_MAX)
      yield* unbroken(pieces, head['x-clickhouse-exception-tag']?.toString())
    } catch (error) {
      throw lossOfClickHouse(error)
    } finally {
      await client.close()
    }
  }

  /** Rows that the query has read so far; undefined where it does not run. */
  async rowsRead(queryId: string): Promise<number | undefined> {
    const [row] = await this.rows<{ rows: number }>(
      `select toFloat64(read_rows) as rows from system.processes
        where query_id = {id: String} or Settings['log_comment'] = {id: String}`,
      { id: queryId },
    )
    return row?.rows
  }

  async #long<T>(
    options: LongQuery,
    work: (client: ClickHouseClient, common: object) => Promise<T>,
  ): Promise<T> {
    const client = clientOf(this.#address, this.#log, LONG_REQUEST_MS_MAX)
    try {
      return await work(client, this.#longOptions(options))
    } catch (error) {
      throw lossOfClickHouse(error)
    } finally {
      await client.close()
    }
  }

  #longOptions({ queryId, settings, signal }: LongQuery) {
    return {
      ...(queryId === undefined ? {} : { query_id: queryId }),
      ...(signal === undefined ? {} : { abort_signal: signal }),
      clickhouse_settings: {
        max_query_size: String(STATEMENT_BYTES_MAX),
        ...this.readSettings,
        ...settings,
      },
    }
  }

  /** The rows of a query that may take long or be long itself, each as an object. */
  async longRows<Row>(query: string, options: LongQuery): Promise<readonly Row[]> {
    return this.#long(options, async (client, common) => {
      const answer = await client.query({ ...common, query, format: 'JSONEachRow' })
      return answer.json<Row>()
    })
  }

  async createDatabase(): Promise<void> {
    await this.#onServer(async (client) => {
      await client.command({ query: createDatabaseStatement(this.database, this.#cluster) })
    })
  }

  /** For work that the usual client would give up on. */
  async patiently<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    return asked(clientOf(this.#address, this.#log, PATIENT_REQUEST_MS_MAX), work)
  }

  /** A client that names our database can ask nothing before that exists. */
  async #onServer<T>(ask: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    return asked(clientOf({ ...this.#address, database: 'default' }, this.#log), ask)
  }

  moveTo(url: string): void {
    const address = parseAddress(url)
    if (address.url === this.#address.url && address.password === this.#address.password) return
    const previous = this.#client
    this.#address = address
    this.#client = clientOf(address, this.#log)
    void previous.close()
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}

/** A query and the format that its rows are wanted in. */
export type Rows = { readonly format: string; readonly select: string }

export type LongQuery = {
  /** By which it can be asked about. */
  readonly queryId?: string
  readonly settings?: ClickHouseSettings
  readonly signal?: AbortSignal
}

type WrittenRows = {
  readonly columnNames: readonly string[]
  readonly format: string
  readonly bytes: Buffer
}

type ClickHouseOptions = {
  readonly isEmbedded: boolean
  /** Name of the cluster that holds the tables; undefined for a single server. */
  readonly cluster?: string | undefined
  readonly log: Logger
}

async function asked<T>(
  client: ClickHouseClient,
  work: (client: ClickHouseClient) => Promise<T>,
): Promise<T> {
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

async function firstRow<T>(client: ClickHouseClient, query: string): Promise<T> {
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const row = (await answer.json<T>())[0]
  assert(row !== undefined, 'ClickHouse answered a query for one row with none.')
  return row
}
