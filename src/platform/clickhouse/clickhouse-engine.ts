import { assert } from '../../kernel/assert.ts'
import type {
  Change,
  Engine,
  EngineDescription,
  EngineStatus,
  InsertedRows,
  QueryOptions,
  Reader,
} from '../engine/engine.ts'
import type { RecordMigration } from '../engine/record-migration.ts'
import type { MigrationReport } from '../files/migration-files.ts'
import type { Logger } from '../log/log.ts'
import { StartupError } from '../processes/startup-error.ts'
import { ClickHouseConnection, type ClickHouseOptions } from './clickhouse-connection.ts'
import { CLICKHOUSE_DIALECT } from './clickhouse-dialect.ts'
import { CLICKHOUSE_TYPES } from './clickhouse-types.ts'
import { mutatedTable } from './cluster-statements.ts'
import { explained, migrateClickHouse, pendingInClickHouse } from './migrate-clickhouse.ts'
import { purgeRemovedRows, removeMonth } from './purge-removed-rows.ts'
import { insertSettings } from './query-settings.ts'
import { quoteText } from './sql-quoting.ts'

const STATUS_MS_MAX = 2_000

/** The record engine of installations that have outgrown one machine: a ClickHouse server, or a cluster of them. */
export class ClickHouseEngine implements Engine {
  readonly dialect = CLICKHOUSE_DIALECT
  readonly isSnapshot = false
  readonly hasSnapshots = false
  /** The server shares no disk with the service. */
  readonly writeFile = undefined
  readonly loadParquet = undefined
  readonly removedFilesNote = 'a ClickHouse server keeps them for old_parts_lifetime, usually 8 minutes'
  readonly isCluster: boolean
  readonly #connection: ClickHouseConnection
  readonly #log: Logger

  constructor(url: string, options: ClickHouseOptions) {
    this.#connection = new ClickHouseConnection(url, options)
    this.#log = options.log
    this.isCluster = options.cluster !== undefined
  }

  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return work(this)
  }

  async rows<Row>(sql: string, options?: QueryOptions): Promise<readonly Row[]> {
    return this.#connection.rows<Row>(sql, options)
  }

  lines(sql: string, options: QueryOptions = {}): AsyncGenerator<Uint8Array, void> {
    return this.#connection.bytes(sql, 'TSVRaw', options)
  }

  parquet(sql: string, options: QueryOptions = {}): AsyncGenerator<Uint8Array, void> {
    return this.#connection.bytes(sql, 'Parquet', options)
  }

  /** Of equal versions the latest is read, until a merge removes the others; callers check for duplicates first. */
  async insert(table: string, rows: InsertedRows): Promise<void> {
    if (rows.rowCount === 0) return
    await this.#connection.insert(insertStatement(table, rows), insertSettings(this.isCluster))
  }

  async change({ table, set, where, month }: Change): Promise<void> {
    const place = mutatedTable(table, this.#connection.cluster)
    const within = month === undefined ? '' : ` in partition id '${Number(month)}'`
    await this.#connection.mutate(
      set === undefined
        ? `delete from ${place}${within} where ${where}`
        : `alter table ${place} update ${set}${within} where ${where}`,
    )
  }

  async removeMonth(table: string, month: string): Promise<void> {
    await removeMonth(this.#connection, table, month)
  }

  async purgeRemovedRows(tables: readonly string[]): Promise<boolean> {
    return purgeRemovedRows(this.#connection, tables)
  }

  async rowsRead(queryId: string): Promise<number | undefined> {
    const id = quoteText(queryId)
    // Some proxies assign their own query ids, and pass ours on as a comment.
    const [row] = await this.rows<{ readonly rows: number }>(
      `select toFloat64(read_rows) as rows from system.processes
        where query_id = ${id} or Settings['log_comment'] = ${id}`,
    )
    return row?.rows
  }

  async migrate(migrations: readonly RecordMigration[]): Promise<MigrationReport> {
    return migrateClickHouse(this.#connection, migrations)
  }

  async pendingMigrations(migrations: readonly RecordMigration[]): Promise<number> {
    return pendingInClickHouse(this.#connection, migrations)
  }

  async claim(installationId: string): Promise<void> {
    const { database, place } = this.#connection
    const owners = await this.rows<{ readonly id: string }>('select toString(id) as id from installation')
    if (owners.some(({ id }) => id === installationId)) return
    if (owners.length > 0) {
      throw new StartupError(
        `The ClickHouse database ${database} at ${place} belongs to another Quittance installation: name another database in CLICKHOUSE_URL.`,
      )
    }
    await this.#connection.insertRow('installation', { id: installationId })
  }

  async describe(): Promise<EngineDescription> {
    try {
      const version = await this.#connection.version()
      return { name: 'ClickHouse', version, host: this.#connection.place }
    } catch (error) {
      throw explained(error, this.#connection)
    }
  }

  async status(): Promise<EngineStatus | undefined> {
    try {
      const [row] = await this.rows<EngineStatus>(
        `select (select value from system.asynchronous_metrics where metric = 'MemoryResident') as residentBytes,
          toFloat64((select count() from system.processes) - 1) as runningQueries`,
        { timeoutMs: STATUS_MS_MAX },
      )
      assert(row !== undefined, 'ClickHouse answered a query for one row with none.')
      return row
    } catch (error) {
      this.#log.debug({ err: error }, 'the status of ClickHouse could not be read')
      return undefined
    }
  }

  async check(): Promise<void> {
    await this.#connection.check()
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }
}

/**
 * The statement with its rows. Both are in the request body, because the columns of a wide table would make a URL that
 * proxies refuse. Hashes arrive as hexadecimal digits.
 */
function insertStatement(table: string, { columns, pieces }: InsertedRows): string {
  const names = columns.map(({ name }) => name).join(', ')
  const structure = columns.map(({ name, type }) => `${name} ${type === 'hash' ? 'String' : CLICKHOUSE_TYPES[type]}`)
  const values = columns.map(({ name, type }) => (type === 'hash' ? `toFixedString(unhex(${name}), 16)` : name))
  return `insert into ${table} (${names}) select ${values.join(', ')} from input(${quoteText(structure.join(', '))}) format JSONEachRow\n${Buffer.concat(pieces).toString()}`
}
