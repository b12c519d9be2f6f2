import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { countByMonth } from '../storage/count-by-month.ts'
import { partsByWeight } from '../storage/query-parts.ts'
import { erasedHashSql, IDENTITY, ofMerchantsSql } from '../storage/record-sql.ts'
import { blankSql, namesPersonSql } from './erasure-sql.ts'
import { type Evidence, type EvidenceQuery, type Targets, targetsOf } from './erasure-targets.ts'

/** Bounds how many records a query reads, so that it ends before its client times out. */
const ROWS_OF_QUERY = 10_000_000

/** The condition for records of the payments or with the identities that are not blank yet. */
function isTargetSql(dialect: Dialect, { merchantIds, payments, records }: Targets): string {
  const text = dialect.text
  const among = (columns: string, rows: readonly string[]): readonly string[] =>
    rows.length === 0 ? [] : [`(${columns}) in (${rows.join(', ')})`]
  const ways = [
    ...among(
      'merchant_id, request_id',
      payments.map(({ merchantId, requestId }) => `(${text(merchantId)}, ${text(requestId)})`),
    ),
    ...among(
      `merchant_id, ${dialect.ms('occurred_at')}, record_id`,
      records.map((record) => `(${text(record.merchantId)}, ${record.occurredAtMs}, ${text(record.recordId)})`),
    ),
  ]
  if (ways.length === 0) return '1 = 0'
  return `${ofMerchantsSql(dialect, merchantIds)}
    and content_hash != ${erasedHashSql(dialect)} and (${ways.join(' or ')})`
}

function isInMonthsSql(dialect: Dialect, months: readonly string[]): string {
  return `${dialect.month('occurred_at')} in (${months.join(', ')})`
}

/** Finds records of the kind that name the person in any version, up to a number of them. */
export async function findEvidence(
  engine: Engine,
  kind: RecordKind,
  { merchantIds, person, rowsMax }: EvidenceQuery,
): Promise<readonly Evidence[]> {
  const { dialect } = engine
  const namesPerson = namesPersonSql(dialect, kind, person)
  if (namesPerson === undefined) return []
  const found: Evidence[] = []
  for (const months of await monthGroups(engine, kind, merchantIds)) {
    const rows = await engine.rows<Omit<Evidence, 'kind'>>(
      `select distinct merchant_id as "merchantId", ${dialect.ms('occurred_at')} as "occurredAtMs",
          record_id as "recordId", request_id as "requestId"
        from ${kind.table}
        where ${ofMerchantsSql(dialect, merchantIds)} and ${isInMonthsSql(dialect, months)}
          and ${namesPerson}
        limit ${rowsMax - found.length}`,
      // Servers may log queries, and a person who is being erased must not be in that log.
      { isPrivate: true },
    )
    for (const row of rows) found.push({ kind: kind.name, ...row })
    if (found.length >= rowsMax) break
  }
  return found
}

/** Counts the records to erase that are not blank yet, and lists their months. */
export async function countTargets(
  engine: Engine,
  kind: RecordKind,
  evidence: readonly Evidence[],
): Promise<{ readonly records: number; readonly months: readonly string[] }> {
  const { dialect } = engine
  if (blankSql(dialect, kind) === undefined) return { records: 0, months: [] }
  const targets = targetsOf(evidence, kind)
  let records = 0
  const found: string[] = []
  const isTarget = isTargetSql(dialect, targets)
  const count = `count(distinct (${IDENTITY}))`
  for (const months of await monthGroups(engine, kind, targets.merchantIds)) {
    const where = `${isInMonthsSql(dialect, months)} and ${isTarget}`
    for (const { month, rows } of await countByMonth(engine, kind, where, { count, isPrivate: true })) {
      records += rows
      found.push(month)
    }
  }
  return { records, months: found }
}

/**
 * Blanks the personal fields of all records of the evidence, in every version. An engine may store the statement with
 * the table, so it names only ids, not the person.
 */
export async function blankTargets(
  engine: Engine,
  kind: RecordKind,
  { evidence, months }: { readonly evidence: readonly Evidence[]; readonly months: readonly string[] },
): Promise<void> {
  const { dialect } = engine
  const set = blankSql(dialect, kind)
  if (set === undefined) return
  const isTarget = isTargetSql(dialect, targetsOf(evidence, kind))
  const where = `${isInMonthsSql(dialect, months)} and ${isTarget}`
  await engine.change({ table: kind.table, set, where })
}

/** Lists the months that have records of the merchants, in groups that one query can read. */
async function monthGroups(
  engine: Engine,
  kind: RecordKind,
  merchantIds: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const counted = await countByMonth(engine, kind, ofMerchantsSql(engine.dialect, merchantIds))
  const groups = partsByWeight(counted, ({ rows }) => rows, ROWS_OF_QUERY)
  return groups.map((group) => group.map(({ month }) => month))
}
