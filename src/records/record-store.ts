import type { ClickHouseSettings } from '@clickhouse/client'
import { sql } from 'kysely'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import type { Identity, StoredVersion } from './domain/versions.ts'
import type { RecordBlock } from './record-block.ts'
import { type Around, aroundOf, partsByLength, partsByMerchants } from './version-look-ups.ts'

/** One writer at a time in each part of a kind's merchants: who looks up versions may rely on them until it has written. */
const LOCK_PARTS = { server: 16, cluster: 1 } as const

type LockedRecords = {
  readonly kind: RecordKind
  readonly merchantIds: readonly string[]
  /** A cluster takes one insert at a time that most replicas must have: more would only refuse each other. */
  readonly isCluster: boolean
}

/** Where so few stand around the records, all of them are read; that is quicker than to name those wanted. */
const NEIGHBOURS_MAX = 4

/** Locks what the merchants' records of this kind stand in, until the transaction ends. */
export async function lockRecords(
  tx: Tx,
  { kind, merchantIds, isCluster }: LockedRecords,
): Promise<void> {
  const parts = isCluster ? LOCK_PARTS.cluster : LOCK_PARTS.server
  await sql`select pg_advisory_xact_lock(hashtextextended(${`records ${kind.name} `} || part, 0))
    from (select distinct (hashtext(merchant_id) & 2147483647) % ${parts} as part
      from unnest(${[...merchantIds]}::text[]) as merchant (merchant_id) order by part) as parts`.execute(
    tx,
  )
}

/**
 * Waits until nobody stores records of these merchants any more, and keeps others from beginning to until the
 * transaction ends. Any number may wait so at once.
 */
export async function lockOutWriters(
  tx: Tx,
  { kind, merchantIds, isCluster }: LockedRecords,
): Promise<void> {
  const parts = isCluster ? LOCK_PARTS.cluster : LOCK_PARTS.server
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`records ${kind.name} `} || part, 0))
    from (select distinct (hashtext(merchant_id) & 2147483647) % ${parts} as part
      from unnest(${[...merchantIds]}::text[]) as merchant (merchant_id) order by part) as parts`.execute(
    tx,
  )
}

/** Locks all records of the kind, until the transaction ends: nobody adds one meanwhile. */
export async function lockKind(
  tx: Tx,
  { kind, isCluster }: Pick<LockedRecords, 'kind' | 'isCluster'>,
): Promise<void> {
  const parts = isCluster ? LOCK_PARTS.cluster : LOCK_PARTS.server
  await sql`select pg_advisory_xact_lock(hashtextextended(${`records ${kind.name} `} || part, 0))
    from generate_series(0, ${parts - 1}) as part order by part`.execute(tx)
}

/** The versions that are stored of these records, withdrawn ones included; of others there may be some too. */
export async function findVersions(
  clickhouse: ClickHouse,
  kind: RecordKind,
  identities: readonly Identity[],
): Promise<readonly StoredVersion[]> {
  const found: (readonly StoredVersion[])[] = []
  for (const part of partsByMerchants(identities)) {
    const around = aroundOf(part)
    const count = await countAround(clickhouse, kind, around)
    if (count === 0) continue
    if (count <= part.length * NEIGHBOURS_MAX) {
      found.push(await versionsAround(clickhouse, kind, around))
      continue
    }
    for (const named of partsByLength(part)) {
      found.push(await versionsAround(clickhouse, kind, aroundOf(named), named))
    }
  }
  return found.flat()
}

const IS_AROUND = `merchant_id in {merchantIds: Array(String)}
  and occurred_at >= fromUnixTimestamp64Milli({from: Int64}, 'UTC')
  and occurred_at <= fromUnixTimestamp64Milli({to: Int64}, 'UTC')`

/** Both are asked for: times are what the table is ordered by, ids are what tells records apart. */
const IS_AMONG = `occurred_at in
    (select fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)}), 'UTC'))
  and record_id in {recordIds: Array(String)}`

async function countAround(
  clickhouse: ClickHouse,
  kind: RecordKind,
  around: Around,
): Promise<number> {
  const query = `select count() as rows from ${kind.table} where ${IS_AROUND}`
  const [counted] = await clickhouse.rows<{ readonly rows: number }>(query, around)
  return counted?.rows ?? 0
}

async function versionsAround(
  clickhouse: ClickHouse,
  kind: RecordKind,
  around: Around,
  among: readonly Identity[] = [],
): Promise<readonly StoredVersion[]> {
  const rows = await clickhouse.rows<
    Identity & { readonly highest: number; readonly hash: string }
  >(
    `select merchant_id as merchantId, toUnixTimestamp64Milli(occurred_at) as occurredAtMs,
        record_id as recordId, max(version) as highest,
        hex(argMax(content_hash, (version, received_at))) as hash
      from ${kind.table} where ${IS_AROUND} ${among.length === 0 ? '' : `and ${IS_AMONG}`}
      group by merchant_id, occurred_at, record_id`,
    { ...around, ...namesOf(among) },
  )
  return rows.map(({ highest, hash, ...identity }) => ({
    ...identity,
    version: highest,
    hash: Buffer.from(hash, 'hex'),
  }))
}

function namesOf(among: readonly Identity[]) {
  if (among.length === 0) return {}
  return {
    times: among.map(({ occurredAtMs }) => occurredAtMs),
    recordIds: among.map(({ recordId }) => recordId),
  }
}

export async function insertRecords(
  clickhouse: ClickHouse,
  kind: RecordKind,
  block: RecordBlock,
): Promise<void> {
  block.stamp()
  await clickhouse.insertBlock(kind.table, block.native, insertSettings(clickhouse))
}

export function insertSettings({ writeSettings }: ClickHouse): ClickHouseSettings {
  return {
    // A batch holds a record once, so the engine need not look for others of its own.
    optimize_on_insert: 0,
    // A batch may reach over many months.
    max_partitions_per_insert_block: '0',
    // Equal rows may come again after they were removed.
    insert_deduplicate: 0,
    ...writeSettings,
  }
}
