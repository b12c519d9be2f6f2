import { assert } from '../../kernel/assert.ts'
import { quoteName, quoteText } from './sql-quoting.ts'

/** Where the tables of one installation stand. */
export type Cluster = { readonly name: string; readonly database: string }

/** Small tables that every node has whole; all others are spread over the shards. */
const EVERYWHERE: ReadonlySet<string> = new Set(['installation', 'schema_migrations'])

/** What belongs together stands on one shard: versions of a record collapse there, and joins stay local. */
const SHARDING_COLUMN = 'merchant_id'

/** Where the Keeper knows the tables that every node has. */
export const EVERYWHERE_PATH = '/clickhouse/everywhere/'

const CREATED =
  /^create table if not exists (\w+) (\(.*\)) engine = (\w*MergeTree)(?:\(([^()]*)\))?(.*)$/s
const ALTERED = /^alter table (\w+) (add column if not exists .*)$/s
const INDEXED = /^alter table (\w+) ((?:add index if not exists|materialize index) .*)$/s
const COMMENTS = /^\s*--.*$/gm

/** What does on a cluster what the migration's statement does on a single server; bears being run twice, as that does. */
export function clusterStatements(statement: string, cluster: Cluster): readonly string[] {
  const plain = statement.replaceAll(COMMENTS, '').trim()
  const created = CREATED.exec(plain)
  if (created !== null) {
    const [, table = '', columns = '', engine = '', engineArguments = '', rest = ''] = created
    const made = { table, columns, engine, engineArguments, rest }
    return EVERYWHERE.has(table) ? createdEverywhere(made, cluster) : createdSharded(made, cluster)
  }
  const indexed = INDEXED.exec(plain)
  if (indexed !== null) {
    const [, table = '', change = ''] = indexed
    // Only where the data are: what leads there has nothing to be indexed.
    return [`alter table ${mutatedTable(table, cluster)} ${change}`]
  }
  const altered = ALTERED.exec(plain)
  assert(altered !== null, `No way is known to run this on a cluster: ${plain.slice(0, 200)}`)
  const [, table = '', change = ''] = altered
  return alteredTable({ table, change }, cluster)
}

/** The table that a DELETE or ALTER names, by the name of the one that is read and inserted into. */
export function mutatedTable(table: string, cluster: Cluster | undefined): string {
  if (cluster === undefined) return quoteName(table)
  return `${nameIn(cluster, localName(table))} on cluster ${quoteText(cluster.name)}`
}

export function createDatabaseStatement(database: string, cluster: Cluster | undefined): string {
  const where = cluster === undefined ? '' : ` on cluster ${quoteText(cluster.name)}`
  return `create database if not exists ${quoteName(database)}${where}`
}

type Created = {
  readonly table: string
  readonly columns: string
  readonly engine: string
  readonly engineArguments: string
  readonly rest: string
}

/** Each shard keeps its part in a table of its own; one without data, of the plain name, leads to them. */
function createdSharded(made: Created, cluster: Cluster): readonly string[] {
  const { table, columns } = made
  assert(columns.includes(SHARDING_COLUMN), `The table ${table} has no column to be spread by.`)
  const local = localName(table)
  const place = `'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`
  const parts = [cluster.name, cluster.database, local].map(quoteText).join(', ')
  return [
    `create table if not exists ${nameIn(cluster, local)} on cluster ${quoteText(cluster.name)} ${columns} engine = ${replicated(made, place)}`,
    `create table if not exists ${nameIn(cluster, table)} on cluster ${quoteText(cluster.name)} as ${nameIn(cluster, local)} engine = Distributed(${parts}, cityHash64(${SHARDING_COLUMN}))`,
  ]
}

function createdEverywhere(made: Created, cluster: Cluster): readonly string[] {
  const place = `'${EVERYWHERE_PATH}{database}/{table}', '{shard}-{replica}'`
  return [
    `create table if not exists ${nameIn(cluster, made.table)} on cluster ${quoteText(cluster.name)} ${made.columns} engine = ${replicated(made, place)}`,
  ]
}

function replicated({ engine, engineArguments, rest }: Created, place: string): string {
  const own = engineArguments === '' ? '' : `, ${engineArguments}`
  return `Replicated${engine}(${place}${own})${rest}`
}

function alteredTable(
  { table, change }: { readonly table: string; readonly change: string },
  cluster: Cluster,
): readonly string[] {
  // Its replicas tell each other; every shard would tell all of them again.
  if (EVERYWHERE.has(table)) return [`alter table ${nameIn(cluster, table)} ${change}`]
  // First where the data are: the table that leads there may not name a column that is not there yet.
  return [localName(table), table].map(
    (name) =>
      `alter table ${nameIn(cluster, name)} on cluster ${quoteText(cluster.name)} ${change}`,
  )
}

function localName(table: string): string {
  return `${table}_local`
}

/** Whole, because other nodes run the statement with another database in use. */
function nameIn({ database }: Cluster, table: string): string {
  return `${quoteName(database)}.${quoteName(table)}`
}
