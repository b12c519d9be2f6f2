import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { assert } from '../../kernel/assert.ts'
import type { Logger } from '../log.ts'

const DATABASE = 'quittance'
const MEMORY_QUERY = `select value as bytes from system.metrics where metric = 'MemoryTracking'`
const REQUEST_MS_MAX = 30_000
const CONNECTIONS_MAX = 16

/** The one way to ClickHouse: the embedded engine and a cluster speak the same protocol. */
export class ClickHouse {
  readonly #log: Logger
  #client: ClickHouseClient
  #address: ClickHouseAddress

  constructor(url: string, log: Logger) {
    this.#log = log
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

  /** Host and port, without user and password. */
  get place(): string {
    return new URL(this.#address.url).host
  }

  async check(): Promise<void> {
    const answer = await this.#client.ping({ select: true })
    if (!answer.success) throw answer.error
  }

  async version(): Promise<string> {
    return (await this.#firstRow<{ version: string }>('select version() as version')).version
  }

  /** Resident memory of the engine; undefined while it cannot tell. */
  async residentBytes(): Promise<number | undefined> {
    try {
      const row = await this.#firstRow<{ bytes: number | string }>(MEMORY_QUERY)
      return Number(row.bytes)
    } catch (error) {
      this.#log.debug({ err: error }, 'ClickHouse does not tell its memory')
      return undefined
    }
  }

  async #firstRow<T>(query: string): Promise<T> {
    const answer = await this.#client.query({ query, format: 'JSONEachRow' })
    const row = (await answer.json<T>())[0]
    assert(row !== undefined, 'ClickHouse answered a query for one row with none.')
    return row
  }

  /** The database must exist before a client that names it can ask anything. */
  async createDatabase(): Promise<void> {
    const client = clientOf({ ...this.#address, database: 'default' }, this.#log)
    try {
      await client.command({ query: `create database if not exists \`${this.database}\`` })
    } finally {
      await client.close()
    }
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

type ClickHouseAddress = {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly database: string
}

/** `http://user:password@host:8123/database`, each part but the host optional. */
function parseAddress(text: string): ClickHouseAddress {
  const url = new URL(text)
  const database = decodeURIComponent(url.pathname.slice(1))
  return {
    url: `${url.protocol}//${url.host}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: database === '' ? DATABASE : database,
  }
}

function clientOf(address: ClickHouseAddress, log: Logger): ClickHouseClient {
  return createClient({
    ...address,
    application: 'quittance',
    request_timeout: REQUEST_MS_MAX,
    max_open_connections: CONNECTIONS_MAX,
    compression: { response: false, request: false },
    log: { level: ClickHouseLogLevel.WARN, LoggerClass: loggerClass(log) },
  })
}

type LogParams = { readonly message: string; readonly args?: Record<string, unknown> }
type ErrorLogParams = LogParams & { readonly err?: Error }

/** The client asks for a class; it logs through ours, and only what went wrong. */
function loggerClass(log: Logger) {
  return class {
    trace(): void {}
    debug(): void {}
    info(): void {}
    warn({ message, err }: ErrorLogParams): void {
      log.warn({ store: 'clickhouse', err }, message)
    }
    error({ message, err }: ErrorLogParams): void {
      log.error({ store: 'clickhouse', err }, message)
    }
  }
}
