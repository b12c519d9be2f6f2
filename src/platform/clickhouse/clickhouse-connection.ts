import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { freeSocketBuffers } from '../concurrency/free-buffers.ts'
import { readAhead } from '../concurrency/read-ahead.ts'
import type { QueryOptions } from '../engine/engine.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Logger } from '../log/log.ts'
import { type ClickHouseAddress, clientOf, parseAddress, REQUEST_MS_MAX } from './clickhouse-client.ts'
import type { Cluster } from './cluster-statements.ts'
import { asUnavailable } from './explain-clickhouse.ts'
import { failOnException } from './fail-on-exception.ts'
import { durableWriteSettings, outputSettings, readSettings, STATEMENT_SETTINGS } from './query-settings.ts'

/** For statements that rewrite tables: after this much silence the server counts as gone. */
const PATIENT_REQUEST_MS_MAX = 3_600_000
/** A large report takes hours, and the server is silent until it has sorted the rows. */
const LONG_REQUEST_MS_MAX = 7 * 24 * 3_600_000
const WAITING_BYTES_MAX = 4 * 1024 * 1024

export type ClickHouseOptions = {
  /** The name of the cluster; undefined for a single server. */
  readonly cluster?: string | undefined
  readonly log: Logger
}

/** Sends queries to a ClickHouse server; a failure that may pass by itself is thrown as `EngineUnavailable`. */
export class ClickHouseConnection {
  readonly #log: Logger
  readonly #address: ClickHouseAddress
  readonly #client: ClickHouseClient
  /** Undefined for a single server. */
  readonly cluster: Cluster | undefined

  constructor(url: string, { cluster, log }: ClickHouseOptions) {
    this.#log = log
    this.#address = parseAddress(url)
    this.#client = clientOf(this.#address, log)
    this.cluster = cluster === undefined ? undefined : { name: cluster, database: this.database }
  }

  get database(): string {
    return this.#address.database
  }

  /** Host and port, without user and password. */
  get place(): string {
    return new URL(this.#address.url).host
  }

  async check(): Promise<void> {
    const response = await this.#client.ping({ select: true })
    if (!response.success) throw asUnavailable(response.error)
  }

  async rows<Row>(sql: string, options: QueryOptions = {}): Promise<readonly Row[]> {
    await using reading = this.#reading(options)
    try {
      const { settings, request } = reading
      const response = await reading.client.query({
        ...request,
        query: sql,
        clickhouse_settings: settings,
        format: 'JSONEachRow',
      })
      const rows: Row[] = []
      // In batches: parsing all rows in one go would block the event loop.
      const stream = reading.ending(response.stream<Row>())
      for await (const some of stream) for (const row of some) rows.push(row.json())
      return rows
    } catch (error) {
      throw reading.explain(error)
    }
  }

  /** Streams the rows of a query in a format; the query ends when the reader stops. */
  async *bytes(sql: string, format: 'TSVRaw' | 'Parquet', options: QueryOptions): AsyncGenerator<Uint8Array, void> {
    await using reading = this.#reading(options, { isApart: true })
    try {
      const { stream, response_headers: headers } = await reading.client.exec({
        ...reading.request,
        query: `${sql}\nformat ${format}`,
        clickhouse_settings: { ...reading.settings, ...outputSettings(format, options) },
      })
      freeSocketBuffers(stream)
      const pieces = readAhead(reading.ending(stream), WAITING_BYTES_MAX)
      yield* failOnException(pieces, headers['x-clickhouse-exception-tag']?.toString())
    } catch (error) {
      throw reading.explain(error)
    }
  }

  /** Runs a statement that contains the rows to insert. */
  async insert(statement: string, settings: ClickHouseSettings): Promise<void> {
    try {
      const { stream } = await this.#client.exec({ query: statement, clickhouse_settings: settings })
      // The response is empty; the connection is free once it has been read.
      await text(stream)
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** Inserts a row into one of the small tables that every node has. */
  async insertRow(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = Object.keys(row).join(', ')
    const statement = `insert into ${table} (${columns}) format JSONEachRow\n${JSON.stringify(row)}`
    await this.insert(statement, durableWriteSettings(this.cluster !== undefined))
  }

  /** Throws the server's own errors; the caller explains them. */
  async define(query: string): Promise<void> {
    await this.#client.command({ query, clickhouse_settings: STATEMENT_SETTINGS })
  }

  /** Runs a statement while our database may not exist yet: a client that names it could run nothing. */
  async defineOnServer(query: string): Promise<void> {
    await using apart = clientOf({ ...this.#address, database: 'default' }, this.#log)
    await apart.command({ query })
  }

  /** Runs a DELETE or ALTER until every replica has done it. */
  async mutate(query: string): Promise<void> {
    await using patient = clientOf(this.#address, this.#log, PATIENT_REQUEST_MS_MAX)
    try {
      await patient.command({
        query,
        clickhouse_settings: {
          ...STATEMENT_SETTINGS,
          mutations_sync: '2',
          alter_sync: '2',
          lightweight_deletes_sync: '2',
          distributed_ddl_task_timeout: String(PATIENT_REQUEST_MS_MAX / 1_000),
        },
      })
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async version(): Promise<string> {
    await using apart = clientOf({ ...this.#address, database: 'default' }, this.#log)
    const query = 'select version() as version'
    const response = await apart.query({ query, format: 'JSONEachRow' })
    const [row] = await response.json<{ readonly version: string }>()
    return row?.version ?? ''
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  /** One query in progress. */
  #reading(options: QueryOptions, { isApart = false } = {}) {
    const { isLong = false, queryId, signal, timeoutMs } = options
    // The client only reacts to later aborts.
    signal?.throwIfAborted()
    const silenceMs = isLong ? LONG_REQUEST_MS_MAX : Math.max(timeoutMs ?? 0, REQUEST_MS_MAX)
    const isShared = !isApart && silenceMs === REQUEST_MS_MAX
    const client = isShared ? this.#client : clientOf(this.#address, this.#log, silenceMs)
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
    const signals = [signal, timeout].filter((each) => each !== undefined)
    const aborted = signals.length === 0 ? undefined : AbortSignal.any(signals)
    return {
      client,
      settings: readSettings(this.cluster !== undefined, options),
      request: {
        ...(queryId === undefined ? {} : { query_id: queryId }),
        ...(aborted === undefined ? {} : { abort_signal: aborted }),
      },
      /** The client ignores aborts once the response has begun. */
      ending: <Stream extends Readable>(stream: Stream): Stream =>
        aborted === undefined ? stream : addAbortSignal(aborted, stream),
      explain: (error: unknown): unknown => {
        if (signal?.aborted) return signal.reason
        if (!timeout?.aborted) return asUnavailable(error)
        return new EngineUnavailable('gone', `no response within ${timeoutMs} ms.`, { cause: error })
      },
      [Symbol.asyncDispose]: async (): Promise<void> => {
        if (!isShared) await client.close()
      },
    }
  }
}
