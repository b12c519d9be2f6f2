import { type RawBuilder, sql } from 'kysely'
import type { RecordKind } from '../../catalogue/kinds.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { IDENTITY, instantSql, ofMerchantsSql } from './record-sql.ts'
import { type Around, aroundOf, partsByLength, partsByMerchants } from './version-look-ups.ts'
import type { Identity, KnownVersion } from './versions.ts'

/** One writer at a time per kind and group of merchants, so that looked-up versions stay true until they are written. */
const LOCK_PARTS = { server: 16, cluster: 1 } as const

type LockedRecords = {
  readonly kind: RecordKind
  readonly merchantIds: readonly string[]
  /** A cluster takes one quorum insert at a time; more would only refuse each other. */
  readonly isCluster: boolean
}

/** Up to this many stored records per sent one, reading the whole range is faster than naming the records. */
const NEIGHBOURS_MAX = 4

/** Locks the merchants' records of this kind until the transaction ends. */
export async function lockRecords(tx: Tx, locked: LockedRecords): Promise<void> {
  await lockParts(tx, locked, sql`pg_advisory_xact_lock`)
}

/** Waits for writers of these merchants' records and keeps new ones out until the transaction ends; the lock is shared. */
export async function lockOutWriters(tx: Tx, locked: LockedRecords): Promise<void> {
  await lockParts(tx, locked, sql`pg_advisory_xact_lock_shared`)
}

/** The same without a wait: false if one of them is writing. */
export async function tryLockOutWriters(tx: Tx, locked: LockedRecords): Promise<boolean> {
  const answers = await lockParts(tx, locked, sql`pg_try_advisory_xact_lock_shared`)
  return answers.every((isLocked) => isLocked === true)
}

async function lockParts(
  tx: Tx,
  { kind, merchantIds, isCluster }: LockedRecords,
  lock: RawBuilder<unknown>,
): Promise<readonly unknown[]> {
  const parts = isCluster ? LOCK_PARTS.cluster : LOCK_PARTS.server
  const { rows } = await sql<{
    readonly answer: unknown
  }>`select ${lock}(hashtextextended(${`records ${kind.name} `} || part, 0)) as answer
    from (select distinct (hashtext(merchant_id) & 2147483647) % ${parts} as part
      from unnest(${[...merchantIds]}::text[]) as merchant (merchant_id) order by part) as parts`.execute(tx)
  return rows.map(({ answer }) => answer)
}

/** Locks all records of the kind until the transaction ends, so that none is added. */
export async function lockKind(tx: Tx, { kind, isCluster }: Pick<LockedRecords, 'kind' | 'isCluster'>): Promise<void> {
  const parts = isCluster ? LOCK_PARTS.cluster : LOCK_PARTS.server
  await sql`select pg_advisory_xact_lock(hashtextextended(${`records ${kind.name} `} || part, 0))
    from generate_series(0, ${parts - 1}) as part order by part`.execute(tx)
}

/** Finds the stored versions of these records, withdrawn ones included; the result may include other records. */
export async function findVersions(
  engine: Engine,
  kind: RecordKind,
  identities: readonly Identity[],
): Promise<readonly KnownVersion[]> {
  const found: (readonly KnownVersion[])[] = []
  for (const part of partsByMerchants(identities)) {
    const around = aroundOf(part)
    const count = await countAround(engine, kind, around)
    if (count === 0) continue
    if (count <= part.length * NEIGHBOURS_MAX) {
      found.push(await versionsAround(engine, kind, around))
      continue
    }
    for (const named of partsByLength(part)) {
      found.push(await versionsAround(engine, kind, aroundOf(named), named))
    }
  }
  return found.flat()
}

function isAroundSql(dialect: Dialect, { merchantIds, from, to }: Around): string {
  return `${ofMerchantsSql(dialect, merchantIds)}
    and occurred_at >= ${instantSql(dialect, from)} and occurred_at <= ${instantSql(dialect, to)}`
}

/** By both time and id: the table is ordered by time, and the id distinguishes records. */
function isAmongSql(dialect: Dialect, among: readonly Identity[]): string {
  const times = new Set(among.map(({ occurredAtMs }) => occurredAtMs))
  const recordIds = among.map(({ recordId }) => recordId)
  return `occurred_at in (${[...times].map((ms) => instantSql(dialect, ms)).join(', ')})
    and ${amongSql(dialect, 'record_id', recordIds)}`
}

async function countAround(engine: Engine, kind: RecordKind, around: Around): Promise<number> {
  const where = isAroundSql(engine.dialect, around)
  const [counted] = await engine.rows<{ readonly count: number }>(
    `select count(*) as count from ${kind.table} where ${where}`,
  )
  return counted?.count ?? 0
}

type VersionRow = Identity & {
  readonly version: number
  readonly firstReceivedAtMs: number
  readonly hash: string
}

async function versionsAround(
  engine: Engine,
  kind: RecordKind,
  around: Around,
  among: readonly Identity[] = [],
): Promise<readonly KnownVersion[]> {
  const { dialect } = engine
  const isAround = isAroundSql(dialect, around)
  const where = among.length === 0 ? isAround : `${isAround} and ${isAmongSql(dialect, among)}`
  const columns = [IDENTITY, 'version', 'content_hash', 'first_received_at']
  const rows = await engine.rows<VersionRow>(
    `select merchant_id as "merchantId", ${dialect.ms('occurred_at')} as "occurredAtMs",
        record_id as "recordId", version, ${dialect.ms('first_received_at')} as "firstReceivedAtMs",
        hex(content_hash) as hash
      from ${dialect.latest(kind.table, { columns, where })} as found`,
  )
  return rows.map(({ hash, ...known }) => ({ ...known, hash: Buffer.from(hash, 'hex') }))
}
