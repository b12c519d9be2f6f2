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
import { outputSettings, readSettings, STATEMENT_SETTINGS } from './query-settings.ts'

/** For what rewrites tables: silence for so long means that nobody is there. */
const PATIENT_REQUEST_MS_MAX = 3_600_000
/** A large report takes hours, and the server is silent until it has put the rows in order. */
const LONG_REQUEST_MS_MAX = 7 * 24 * 3_600_000
const WAITING_BYTES_MAX = 4 * 1024 * 1024

export type ClickHouseOptions = {
  /** Name of the cluster that holds the tables; undefined for a single server. */
  readonly cluster?: string | undefined
  readonly log: Logger
}

/** The one way to a ClickHouse server, whose losses leave as `EngineUnavailable`. */
export class ClickHouseConnection {
  readonly #log: Logger
  readonly #address: ClickHouseAddress
  readonly #client: ClickHouseClient
  /** Where the tables stand, if several servers hold them. */
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
    const answer = await this.#client.ping({ select: true })
    if (!answer.success) throw asUnavailable(answer.error)
  }

  async rows<Row>(sql: string, options: QueryOptions = {}): Promise<readonly Row[]> {
    await using reading = this.#reading(options)
    try {
      const { settings, request } = reading
      const answer = await reading.client.query({
        ...request,
        query: sql,
        clickhouse_settings: settings,
        format: 'JSONEachRow',
      })
      const rows: Row[] = []
      // Some at a time: to read all at once would hold up everything else.
      const stream = reading.ending(answer.stream<Row>())
      for await (const some of stream) for (const row of some) rows.push(row.json())
      return rows
    } catch (error) {
      throw reading.explain(error)
    }
  }

  /** The rows of a query as the bytes of a format, as they come; the query ends when the reader stops. */
  async *bytes(sql: string, format: 'TSVRaw' | 'Parquet', options: QueryOptions): AsyncGenerator<Uint8Array, void> {
    await using reading = this.#reading(options, { isApart: true })
    try {
      const { stream, response_headers: head } = await reading.client.exec({
        ...reading.request,
        query: `${sql}\nformat ${format}`,
        clickhouse_settings: { ...reading.settings, ...outputSettings(format, options) },
      })
      freeSocketBuffers(stream)
      const pieces = readAhead(reading.ending(stream), WAITING_BYTES_MAX)
      yield* failOnException(pieces, head['x-clickhouse-exception-tag']?.toString())
    } catch (error) {
      throw reading.explain(error)
    }
  }

  /** A statement with the rows that it inserts. */
  async insert(statement: string, settings: ClickHouseSettings): Promise<void> {
    try {
      const { stream } = await this.#client.exec({
        query: statement,
        clickhouse_settings: settings,
      })
      // The answer has no content, and the connection is free when it has been read.
      await text(stream)
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** Fails with the server's own errors, for whoever explains them. */
  async define(query: string): Promise<void> {
    await this.#client.command({ query, clickhouse_settings: STATEMENT_SETTINGS })
  }

  /** The same where our database may not exist yet: a client that names it could ask nothing. */
  async defineOnServer(query: string): Promise<void> {
    await using apart = closing(clientOf({ ...this.#address, database: 'default' }, this.#log))
    await apart.client.command({ query })
  }

  /** Runs a DELETE or ALTER until every replica has done it. */
  async mutate(query: string): Promise<void> {
    await using patient = closing(clientOf(this.#address, this.#log, PATIENT_REQUEST_MS_MAX))
    try {
      await patient.client.command({
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
    await using apart = closing(clientOf({ ...this.#address, database: 'default' }, this.#log))
    const query = 'select version() as version'
    const answer = await apart.client.query({ query, format: 'JSONEachRow' })
    const [row] = await answer.json<{ readonly version: string }>()
    return row?.version ?? ''
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  #reading(options: QueryOptions, { isApart = false } = {}): Reading {
    const { isLong = false, timeoutMs = 0, signal } = options
    // The client listens for what comes, not for what was.
    signal?.throwIfAborted()
    const silenceMs = isLong ? LONG_REQUEST_MS_MAX : Math.max(timeoutMs, REQUEST_MS_MAX)
    const isUsual = !isApart && silenceMs === REQUEST_MS_MAX
    const client = isUsual ? this.#client : clientOf(this.#address, this.#log, silenceMs)
    const settings = readSettings(this.cluster !== undefined, options)
    return new Reading(client, { isUsual, options, settings })
  }
}

/** One query under way. */
class Reading {
  readonly client: ClickHouseClient
  readonly settings: ClickHouseSettings
  readonly request: { readonly query_id?: string; readonly abort_signal?: AbortSignal }
  readonly #options: QueryOptions
  readonly #timeout: AbortSignal | undefined
  readonly #isUsual: boolean

  constructor(
    client: ClickHouseClient,
    {
      isUsual,
      options,
      settings,
    }: {
      /** Whether the client serves other queries too. */
      readonly isUsual: boolean
      readonly options: QueryOptions
      readonly settings: ClickHouseSettings
    },
  ) {
    this.client = client
    this.settings = settings
    this.#options = options
    this.#isUsual = isUsual
    const { queryId, signal, timeoutMs } = options
    this.#timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
    const ends = [signal, this.#timeout].filter((each) => each !== undefined)
    this.request = {
      ...(queryId === undefined ? {} : { query_id: queryId }),
      ...(ends.length === 0 ? {} : { abort_signal: AbortSignal.any(ends) }),
    }
  }

  /** The client hears of an abort only until the answer begins. */
  ending<Stream extends Readable>(stream: Stream): Stream {
    const { abort_signal: signal } = this.request
    return signal === undefined ? stream : addAbortSignal(signal, stream)
  }

  explain(error: unknown): unknown {
    const { signal, timeoutMs } = this.#options
    if (signal?.aborted) return signal.reason
    if (!this.#timeout?.aborted) return asUnavailable(error)
    return new EngineUnavailable('gone', `no answer within ${timeoutMs} ms.`, { cause: error })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isUsual) await this.client.close()
  }
}

function closing(client: ClickHouseClient) {
  return { client, [Symbol.asyncDispose]: () => client.close() }
}
