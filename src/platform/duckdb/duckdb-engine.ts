import type { IncomingMessage } from 'node:http'
import type {
  Change,
  Engine,
  EngineDescription,
  EngineStatus,
  InsertedRows,
  ParquetLoad,
  Reader,
} from '../engine/engine.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import type { MigrationReport } from '../files/migration-files.ts'
import type { Logger } from '../log/log.ts'
import { DUCKDB_DIALECT, quoteName } from './duckdb-dialect.ts'
import { DuckDbReader, type ReaderDeps } from './duckdb-reader.ts'
import { cutOff, EngineClient, explained } from './engine-client.ts'
import { claimRecordFile, migrateDuckDb, pendingInDuckDb } from './migrate-duckdb.ts'

/** For orders that wait for their turn to write, or rewrite tables. */
const PATIENCE = { silenceMsMax: 3_600_000 } as const
const STATUS_PATIENCE = { silenceMsMax: 5_000 } as const
const SNAPSHOT_PATIENCE = { silenceMsMax: 90_000 } as const

type DuckDbOptions = Pick<ReaderDeps, 'exportsFolder'> & { readonly log: Logger }

/** The embedded record engine, in the child process that owns its file. */
export class DuckDbEngine extends DuckDbReader implements Engine {
  readonly isCluster = false
  readonly hasSnapshots = true
  readonly removedFilesNote = 'they are removed when nothing reads them any more'
  readonly #client: EngineClient
  readonly #deps: ReaderDeps
  readonly #log: Logger

  constructor(url: string, { exportsFolder, log }: DuckDbOptions) {
    const deps = { client: new EngineClient(url), exportsFolder }
    super(deps)
    this.#client = deps.client
    this.#deps = deps
    this.#log = log
  }

  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const held = await this.#client.stream('/snapshot', {}, SNAPSHOT_PATIENCE)
    try {
      return await work(new DuckDbReader(this.#deps, await firstLine(held)))
    } finally {
      held.destroy()
    }
  }

  async insert(table: string, { columns, rowCount, pieces }: InsertedRows): Promise<void> {
    if (rowCount > 0) await this.#client.insert({ table, columns }, pieces, PATIENCE)
  }

  async change(change: Change): Promise<void> {
    await this.#client.order('/change', change, PATIENCE)
  }

  /** In one transaction; the engine sorts the month's rows later, as it does with new ones. */
  async loadParquet({ table, month, file }: ParquetLoad): Promise<void> {
    const { text } = DUCKDB_DIALECT
    await this.define([
      `insert into ${quoteName(table)} by name select * from read_parquet(${text(file)})`,
      `insert into record_months values (${text(table)}, ${Number(month)}, false)`,
    ])
  }

  async removeMonth(table: string, month: string): Promise<void> {
    await this.#client.order('/remove-month', { table, month }, PATIENCE)
  }

  /** All tables are in one file, which is rewritten as a whole. */
  async purgeRemovedRows(_tables: readonly string[]): Promise<boolean> {
    const { isDone } = await this.#client.order<{ isDone: boolean }>('/purge', {}, PATIENCE)
    return isDone
  }

  async rowsRead(queryId: string): Promise<number | undefined> {
    const { rows } = await this.#client.order<{ rows?: number }>('/rows-read', { queryId }, STATUS_PATIENCE)
    return rows
  }

  async migrate(migrations: readonly RecordMigration[]): Promise<MigrationReport> {
    return migrateDuckDb(this, migrations)
  }

  async pendingMigrations(migrations: readonly RecordMigration[]): Promise<number> {
    return pendingInDuckDb(this, migrations)
  }

  async claim(installationId: string): Promise<void> {
    await claimRecordFile(this, installationId)
  }

  /** Runs statements that change tables, in one transaction. */
  async define(statements: readonly string[]): Promise<void> {
    await this.#client.order('/define', { statements }, PATIENCE)
  }

  async describe(): Promise<EngineDescription> {
    const [row] = await this.rows<{ version: string }>('select version() as version')
    return { name: 'DuckDB', version: row?.version ?? '', host: undefined }
  }

  async status(): Promise<EngineStatus | undefined> {
    try {
      return await this.#status()
    } catch (error) {
      this.#log.debug({ err: error }, 'the status of the record engine could not be read')
      return undefined
    }
  }

  async check(): Promise<void> {
    await this.#status()
  }

  async #status(): Promise<EngineStatus> {
    return this.#client.order<EngineStatus>('/status', {}, STATUS_PATIENCE)
  }

  moveTo(url: string): void {
    this.#client.moveTo(url)
  }

  async close(): Promise<void> {
    this.#client.close()
  }
}

async function firstLine(response: IncomingMessage): Promise<string> {
  try {
    const first = (await response[Symbol.asyncIterator]().next()) as IteratorResult<Buffer>
    if (first.done === true) throw cutOff()
    return first.value.toString('utf8').trim()
  } catch (error) {
    throw explained(error, {})
  }
}
