import { sql } from 'kysely'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import type { Identity, StoredVersion } from './domain/versions.ts'
import type { RecordBlock } from './record-block.ts'

/** One writer at a time in each part of a kind's merchants: who looks up versions may rely on them until it has written. */
const LOCK_PARTS = { server: 16, cluster: 1 } as const

type LockedRecords = {
  readonly kind: RecordKind
  readonly merchantIds: readonly string[]
  /** A cluster takes one insert at a time that most replicas must have: more would only refuse each other. */
  readonly isCluster: boolean
}

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

/** The versions that are stored of these records, withdrawn ones included. */
export async function findVersions(
  clickhouse: ClickHouse,
  kind: RecordKind,
  identities: readonly Identity[],
): Promise<readonly StoredVersion[]> {
  if (identities.length === 0) return []
  const times = identities.map(({ occurredAtMs }) => occurredAtMs)
  const answer = await clickhouse.client.query({
    query: `select merchant_id as merchantId, toUnixTimestamp64Milli(occurred_at) as occurredAtMs,
        record_id as recordId, max(version) as highest,
        hex(argMax(content_hash, (version, received_at))) as hash
      from ${kind.table}
      where merchant_id in {merchantIds: Array(String)}
        and occurred_at >= fromUnixTimestamp64Milli({from: Int64}, 'UTC')
        and occurred_at <= fromUnixTimestamp64Milli({to: Int64}, 'UTC')
        and record_id in {recordIds: Array(String)}
      group by merchant_id, occurred_at, record_id`,
    query_params: {
      merchantIds: [...new Set(identities.map(({ merchantId }) => merchantId))],
      recordIds: [...new Set(identities.map(({ recordId }) => recordId))],
      from: times.reduce((a, b) => Math.min(a, b)),
      to: times.reduce((a, b) => Math.max(a, b)),
    },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, ...clickhouse.readSettings },
    format: 'JSONEachRow',
  })
  const rows = await answer.json<Identity & { readonly highest: number; readonly hash: string }>()
  return rows.map(({ highest, hash, ...identity }) => ({
    ...identity,
    version: highest,
    hash: Buffer.from(hash, 'hex'),
  }))
}

export async function insertRecords(
  clickhouse: ClickHouse,
  kind: RecordKind,
  block: RecordBlock,
): Promise<void> {
  await clickhouse.insertBlock(kind.table, block.native, {
    // A batch holds a record once, so the engine need not look for others of its own.
    optimize_on_insert: 0,
    // A batch may reach over many months.
    max_partitions_per_insert_block: '0',
    // Equal rows may come again after they were removed.
    insert_deduplicate: 0,
    ...clickhouse.writeSettings,
  })
}
