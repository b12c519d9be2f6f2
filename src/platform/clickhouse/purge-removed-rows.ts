import { waitUntil } from '../processes/wait-until.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'
import { mutatedTable } from './cluster-statements.ts'
import { quoteText } from './sql-quoting.ts'

const FILES_GONE_MS_MAX = 5_000
/** No record is of this month, nor can be. */
const IMPOSSIBLE_MONTH = '190001'

/**
 * Rewrites parts with deleted rows, then waits until the server has removed the replaced files. False where
 * some are left, as servers keep them for a while in case a new one was lost with the power. What the nodes of a cluster
 * have is not known here, and to rewrite all of it would be too much: there the bytes go when the servers merge.
 */
export async function purgeRemovedRows(connection: ClickHouseConnection, tables: readonly string[]): Promise<boolean> {
  if (connection.cluster !== undefined) return false
  if (tables.length === 0) return true
  for (const table of await tablesWithDeletedRows(connection, tables)) {
    await connection.mutate(`alter table ${mutatedTable(table, undefined)} apply deleted mask`)
  }
  const replaced = await replacedParts(connection, tables)
  const isGone = async (): Promise<true | undefined> => {
    // A server that drops a month looks for old files immediately.
    for (const table of tables) await removeMonth(connection, table, IMPOSSIBLE_MONTH)
    const left = new Set(await replacedParts(connection, tables))
    return replaced.some((part) => left.has(part)) ? undefined : true
  }
  return (await waitUntil(isGone, { withinMs: FILES_GONE_MS_MAX, everyMs: 250 })) ?? false
}

/** Removes a month with its files, on all shards. */
export async function removeMonth(connection: ClickHouseConnection, table: string, month: string): Promise<void> {
  const place = mutatedTable(table, connection.cluster)
  await connection.mutate(`alter table ${place} drop partition id '${Number(month)}'`)
}

async function tablesWithDeletedRows(
  connection: ClickHouseConnection,
  tables: readonly string[],
): Promise<readonly string[]> {
  const rows = await connection.rows<{ readonly name: string }>(
    `select distinct table as name from system.parts
      where ${isOneOf(connection, tables)} and active and has_lightweight_delete`,
  )
  return rows.map(({ name }) => name)
}

async function replacedParts(connection: ClickHouseConnection, tables: readonly string[]): Promise<readonly string[]> {
  const rows = await connection.rows<{ readonly part: string }>(
    `select table || ' ' || name as part from system.parts
      where ${isOneOf(connection, tables)} and not active`,
  )
  return rows.map(({ part }) => part)
}

function isOneOf({ database }: ClickHouseConnection, tables: readonly string[]): string {
  return `database = ${quoteText(database)} and table in (${tables.map(quoteText).join(', ')})`
}
