import type { Column } from '../../kernel/stored-column.ts'
import type { MigrationReport } from '../files/migration-files.ts'
import type { Dialect } from './dialect.ts'
import type { RecordMigration } from './record-migration.ts'
import type { Slices } from './slices.ts'

/**
 * The record engine: DuckDB in a child process of the data folder, or a ClickHouse server. Queries are written in
 * SQL that both accept; where their wording differs, `dialect` has it. Every failure that may pass by itself leaves
 * as `EngineUnavailable`.
 */
export type Engine = Reader & {
  /** Whether several servers hold the tables: they take one insert at a time, and may answer unevenly. */
  readonly isCluster: boolean
  /** Whether `snapshot` gives one. */
  readonly hasSnapshots: boolean
  /** All readings of `work` see one state where the engine can do that; see `isSnapshot` of the reader. */
  readonly snapshot: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>
  /**
   * Stores all rows or none; when it returns they are on the disk. A row replaces the row of the same record with a
   * lower version, and is left out where the same or a higher version is stored.
   */
  readonly insert: (table: string, rows: InsertedRows) => Promise<void>
  /** Updates or deletes rows on all servers; when it returns, no query reads the old ones. */
  readonly change: (change: Change) => Promise<void>
  /** Stores the rows of a file that `parquet` made; undefined where the engine does not share a disk with the service. */
  readonly loadParquet: ((load: ParquetLoad) => Promise<void>) | undefined
  /** Removes all rows of a month, given as 202603. */
  readonly removeMonth: (table: string, month: string) => Promise<void>
  /** Removes the bytes of changed and deleted rows from the disk; false where some stay for a while. */
  readonly purgeRemovedRows: (tables: readonly string[]) => Promise<boolean>
  /** Why and for how long their bytes can stay on the disk, as operators read it. */
  readonly removedFilesNote: string
  /** Rows that a query has read so far; undefined where it does not run. */
  readonly rowsRead: (queryId: string) => Promise<number | undefined>
  /** Brings the tables up to date. The caller holds the migration lock in PostgreSQL. */
  readonly migrate: (migrations: readonly RecordMigration[]) => Promise<MigrationReport>
  /** The number of pending migrations. */
  readonly pendingMigrations: (migrations: readonly RecordMigration[]) => Promise<number>
  /** Marks the store as this installation's; refuses one that belongs to another. */
  readonly claim: (installationId: string) => Promise<void>
  readonly describe: () => Promise<EngineDescription>
  /** Figures for metrics and `doctor`; undefined while the engine cannot answer. */
  readonly status: () => Promise<EngineStatus | undefined>
  /** Fails if the engine does not answer queries. */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Reads the newest state or a snapshot. */
export type Reader = {
  readonly dialect: Dialect
  /** Whether all readings see one state. */
  readonly isSnapshot: boolean
  /** The rows of a query, each as an object by column name; 64-bit integers as numbers. */
  readonly rows: <Row>(sql: string, options?: QueryOptions) => Promise<readonly Row[]>
  /** Streams the values of a query's only column, each followed by a line feed; the query ends with its reader. */
  readonly lines: (sql: string, options?: QueryOptions) => AsyncGenerator<Uint8Array, void>
  /** The rows of a query as a Parquet file, as its bytes come. */
  readonly parquet: (sql: string, options?: ParquetOptions) => AsyncGenerator<Uint8Array, void>
  /**
   * Writes the rows of a query to a new file below the exports folder; undefined where the engine does not share a
   * disk with the service. `head` and `foot` frame lines, not Parquet.
   */
  readonly writeFile: ((output: OutputFile, options?: QueryOptions) => Promise<void>) | undefined
}

export type OutputFile = {
  /** An absolute path below the exports folder. */
  readonly file: string
  readonly format: 'lines' | 'parquet'
  /** For lines a query with one column of text. */
  readonly select: string
  readonly head: string
  readonly foot: string
  /** How many rows a Parquet file has in each group, if not the engine's usual number. */
  readonly rowsPerGroup?: number | undefined
}

/** All columns of a month of a table that has no rows of it. */
export type ParquetLoad = {
  readonly table: string
  /** Such as 202603. */
  readonly month: string
  /** An absolute path below the exports folder. */
  readonly file: string
}

export type QueryOptions = {
  /** Identifies the query for `rowsRead`. */
  readonly queryId?: string
  readonly signal?: AbortSignal
  /** Ends the query; otherwise it ends after 30 seconds of silence, or after days if `isLong`. */
  readonly timeoutMs?: number
  /** A report may take hours. */
  readonly isLong?: boolean
  /** How the query finds its rows; `indexed` by a condition that an index answers, `grouped` by record. */
  readonly plan?: 'indexed' | 'grouped'
  /** The statement names a person and must stay out of every log. */
  readonly isPrivate?: boolean
  /** Columns that a row of output is made of, to bound memory. */
  readonly cellsPerRow?: number
  /** Whether lines are made of rows that need no collapsing of versions. */
  readonly isSingle?: boolean
  /** Where there are snapshots: the query reads only rows of `SLICE.table`, and is run for one slice after another. */
  readonly slices?: Slices | undefined
}

export type ParquetOptions = QueryOptions & Pick<OutputFile, 'rowsPerGroup'>

/** Rows to insert, as JSON objects by column name. */
export type InsertedRows = {
  /** All columns that a row has a value for; the others get their defaults. */
  readonly columns: readonly Column[]
  readonly rowCount: number
  /** One JSON object a line, each ended by a line feed, in UTF-8; values as `json-values.ts` writes them. */
  readonly pieces: readonly Uint8Array[]
}

/** Makes rows of lines of JSON without line feeds. */
export function rowsOfLines(columns: readonly Column[], lines: readonly string[]): InsertedRows {
  const piece = lines.length === 0 ? '' : `${lines.join('\n')}\n`
  return { columns, rowCount: lines.length, pieces: [Buffer.from(piece)] }
}

export type Change = {
  readonly table: string
  /** Assignments of an UPDATE, without SET; undefined deletes. */
  readonly set?: string
  readonly where: string
  /** As 202603, where only rows of one month are meant. */
  readonly month?: string
}

export type EngineDescription = {
  readonly name: 'DuckDB' | 'ClickHouse'
  readonly version: string
  /** Host and port of a server; undefined where it is embedded. */
  readonly host: string | undefined
}

export type Upkeep = 'checkpoint' | 'sort' | 'rewrite'

export type EngineStatus = {
  readonly residentBytes: number
  readonly runningQueries?: number
  readonly waitingWriters?: number
  /** How long the last checkpoint took. */
  readonly checkpointSeconds?: number | undefined
  /** The maintenance that the engine does by itself now; undefined while it only carries out orders. */
  readonly upkeep?: Upkeep | undefined
  readonly file?: {
    readonly bytes: number
    /** Free blocks in the file, which new rows will use. */
    readonly freeBytes: number
    readonly logBytes: number
    /** Closed months of tables whose rows are not in order yet. */
    readonly unsortedMonths: number
  }
}
