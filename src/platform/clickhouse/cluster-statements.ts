import { assert } from '../../kernel/assert.ts'
import { quoteName, quoteText } from './sql-quoting.ts'

/** Where the tables of one installation are. */
export type Cluster = { readonly name: string; readonly database: string }

/** A table in ClickHouse's SQL, without the additions of a cluster. */
export type TableDefinition = {
  readonly table: string
  readonly columns: readonly string[]
  readonly engine: 'MergeTree' | 'ReplacingMergeTree'
  readonly engineArguments: readonly string[]
  /** The clauses after the engine. */
  readonly rest: string
}

/** Small tables that every node has whole; all others are spread over the shards. */
const EVERYWHERE: ReadonlySet<string> = new Set(['installation', 'schema_migrations'])

/** Rows of a merchant are on one shard, so that versions of a record collapse and joins stay local. */
const SHARDING_COLUMN = 'merchant_id'

/** Where the Keeper knows the tables that every node has. */
export const EVERYWHERE_PATH = '/clickhouse/everywhere/'

/**
 * On a cluster each shard keeps its part in a table of its own; a distributed table of the plain name leads to them.
 * Small tables are whole on every node.
 */
export function createTableStatements(definition: TableDefinition, cluster: Cluster | undefined): readonly string[] {
  const { table, columns, engine, engineArguments } = definition
  if (cluster === undefined) return [created(table, definition, engine, engineArguments)]
  const replicated = (name: string, ...place: readonly string[]): string =>
    created(onCluster(cluster, name), definition, `Replicated${engine}`, [...place, ...engineArguments])
  if (EVERYWHERE.has(table)) {
    return [replicated(table, `'${EVERYWHERE_PATH}{database}/{table}'`, `'{shard}-{replica}'`)]
  }
  assert(columns.join().includes(SHARDING_COLUMN), `The table ${table} has no column to be spread by.`)
  const local = localName(table)
  const parts = [cluster.name, cluster.database, local].map(quoteText).join(', ')
  return [
    replicated(local, `'/clickhouse/tables/{shard}/{database}/{table}'`, `'{replica}'`),
    `create table if not exists ${onCluster(cluster, table)} as ${nameIn(cluster, local)} engine = Distributed(${parts}, cityHash64(${SHARDING_COLUMN}))`,
  ]
}

function created(place: string, { columns, rest }: TableDefinition, engine: string, args: readonly string[]): string {
  const given = args.length === 0 ? '' : `(${args.join(', ')})`
  return `create table if not exists ${place} (\n  ${columns.join(',\n  ')}\n) engine = ${engine}${given}${rest}`
}

/** A column is declared with its place: `name type after other`. */
export function addColumnStatements(
  table: string,
  declaration: string,
  cluster: Cluster | undefined,
): readonly string[] {
  const change = `add column if not exists ${declaration}`
  if (cluster === undefined) return [`alter table ${table} ${change}`]
  // First where the data is: the distributed table may not name a column that is not there yet.
  return [localName(table), table].map((name) => `alter table ${onCluster(cluster, name)} ${change}`)
}

/** Only where the data is: the distributed table has nothing to index. */
export function indexStatement(table: string, change: string, cluster: Cluster | undefined): string {
  const place = cluster === undefined ? table : mutatedTable(table, cluster)
  return `alter table ${place} ${change}`
}

/** The table that a DELETE or ALTER names, by the name of the one that is read and inserted into. */
export function mutatedTable(table: string, cluster: Cluster | undefined): string {
  return cluster === undefined ? quoteName(table) : onCluster(cluster, localName(table))
}

export function createDatabaseStatement(database: string, cluster: Cluster | undefined): string {
  const where = cluster === undefined ? '' : ` on cluster ${quoteText(cluster.name)}`
  return `create database if not exists ${quoteName(database)}${where}`
}

function localName(table: string): string {
  return `${table}_local`
}

function onCluster(cluster: Cluster, table: string): string {
  return `${nameIn(cluster, table)} on cluster ${quoteText(cluster.name)}`
}

/** Whole, because other nodes run the statement with another database in use. */
function nameIn({ database }: Cluster, table: string): string {
  return `${quoteName(database)}.${quoteName(table)}`
}
