import type { Person } from '../organizations/index.ts'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { waitUntil } from '../platform/wait-until.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import { blankSql, ERASED_HASH_SQL, namesPersonSql } from './erasure-sql.ts'
import { type Evidence, targetParameters } from './erasure-targets.ts'

/** Servers may keep a log of what they are asked: who is to be forgotten does not belong there. */
const UNLOGGED = { log_queries: 0 } as const
/** A query looks through no more than about so many records, and so takes no longer than a client waits. */
const ROWS_OF_QUERY = 10_000_000
const PARTS_GONE_MS_MAX = 5_000

const IS_TARGET = `merchant_id in {merchantIds: Array(String)}
  and content_hash != ${ERASED_HASH_SQL}
  and ((merchant_id, request_id)
      in arrayZip({paymentMerchantIds: Array(String)}, {requestIds: Array(String)})
    or (merchant_id, toUnixTimestamp64Milli(occurred_at), record_id)
      in arrayZip({recordMerchantIds: Array(String)}, {times: Array(Int64)}, {recordIds: Array(String)}))`

const IS_IN_MONTHS = 'toYYYYMM(occurred_at) in {months: Array(UInt32)}'

/** Records of the kind, in any version, that name the person; up to a number of them. */
export async function findEvidence(
  clickhouse: ClickHouse,
  kind: RecordKind,
  {
    merchantIds,
    person,
    rowsMax,
  }: {
    readonly merchantIds: readonly string[]
    readonly person: Person
    readonly rowsMax: number
  },
): Promise<readonly Evidence[]> {
  const namesPerson = namesPersonSql(kind, person)
  if (namesPerson === undefined) return []
  const found: Evidence[] = []
  for (const months of await monthsOf(clickhouse, kind, merchantIds)) {
    const rows = await clickhouse.rows<Omit<Evidence, 'kind'>>(
      `select distinct merchant_id as merchantId, toUnixTimestamp64Milli(occurred_at) as occurredAtMs,
          record_id as recordId, request_id as requestId
        from ${kind.table}
        where merchant_id in {merchantIds: Array(String)} and ${IS_IN_MONTHS} and ${namesPerson}
        limit {rowsMax: UInt32}`,
      { ...person, merchantIds, months, rowsMax: rowsMax - found.length },
      UNLOGGED,
    )
    for (const row of rows) found.push({ kind: kind.name, ...row })
    if (found.length >= rowsMax) break
  }
  return found
}

/** How many records the evidence is about that are not blank yet, and in which months they stand. */
export async function countTargets(
  clickhouse: ClickHouse,
  kind: RecordKind,
  evidence: readonly Evidence[],
): Promise<{ readonly records: number; readonly months: readonly number[] }> {
  if (blankSql(kind) === undefined) return { records: 0, months: [] }
  const parameters = targetParameters(evidence, kind)
  let records = 0
  const found: number[] = []
  for (const months of await monthsOf(clickhouse, kind, parameters.merchantIds)) {
    const rows = await clickhouse.rows<{ readonly month: number; readonly records: number }>(
      `select toYYYYMM(occurred_at) as month, uniqExact(merchant_id, occurred_at, record_id) as records
        from ${kind.table} where ${IS_IN_MONTHS} and ${IS_TARGET} group by month`,
      { ...parameters, months },
      UNLOGGED,
    )
    for (const row of rows) {
      records += row.records
      found.push(row.month)
    }
  }
  return { records, months: found }
}

/**
 * Takes the personal fields out of all that the evidence is about, in every version. The statement is kept
 * beside the table, so it names ids alone, and not the person.
 */
export async function blankTargets(
  clickhouse: ClickHouse,
  kind: RecordKind,
  {
    evidence,
    months,
  }: { readonly evidence: readonly Evidence[]; readonly months: readonly number[] },
): Promise<void> {
  const query = `alter table ${clickhouse.mutated(kind.table)} update ${blankSql(kind)}
    where ${IS_IN_MONTHS} and ${IS_TARGET}`
  await clickhouse.patiently(async (client) => {
    await client.command({
      query,
      query_params: { ...targetParameters(evidence, kind), months },
      // When it returns, all replicas have rewritten what they hold.
      clickhouse_settings: { ...UNLOGGED, mutations_sync: '2' },
    })
  })
}

/**
 * Has the server remove the files that it replaced; false where some are left, as servers keep them for a
 * while in case a new one was lost with the power. Only the files of the server that is asked are known.
 */
export async function removeReplacedFiles(
  clickhouse: ClickHouse,
  kinds: readonly RecordKind[],
): Promise<boolean> {
  const replaced = await replacedParts(clickhouse, kinds)
  const isGone = async (): Promise<true | undefined> => {
    for (const { table } of kinds) await tidy(clickhouse, table)
    const left = new Set(await replacedParts(clickhouse, kinds))
    return replaced.some((part) => left.has(part)) ? undefined : true
  }
  return (await waitUntil(isGone, { withinMs: PARTS_GONE_MS_MAX, everyMs: 250 })) ?? false
}

/** A server that drops a partition looks for old files at once. No record is of that month, nor can be. */
async function tidy(clickhouse: ClickHouse, table: string): Promise<void> {
  await clickhouse.client.command({
    query: `alter table ${clickhouse.mutated(table)} drop partition id '190001'`,
  })
}

async function replacedParts(
  clickhouse: ClickHouse,
  kinds: readonly RecordKind[],
): Promise<readonly string[]> {
  const rows = await clickhouse.rows<{ readonly part: string }>(
    `select table || ' ' || name as part from system.parts
      where database = {database: String} and not active and table in {tables: Array(String)}`,
    { database: clickhouse.database, tables: kinds.map(({ table }) => table) },
  )
  return rows.map(({ part }) => part)
}

/** Months that have records of the merchants, put together as long as one query can look through them. */
async function monthsOf(
  clickhouse: ClickHouse,
  kind: RecordKind,
  merchantIds: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const counted = await clickhouse.rows<{ readonly month: number; readonly rows: number }>(
    `select toYYYYMM(occurred_at) as month, count() as rows from ${kind.table}
      where merchant_id in {merchantIds: Array(String)} group by month order by month`,
    { merchantIds },
  )
  const groups: number[][] = []
  let rowsOfGroup = Number.POSITIVE_INFINITY
  for (const { month, rows } of counted) {
    rowsOfGroup += rows
    const group = rowsOfGroup > ROWS_OF_QUERY ? undefined : groups.at(-1)
    if (group === undefined) {
      groups.push([month])
      rowsOfGroup = rows
    } else group.push(month)
  }
  return groups
}
