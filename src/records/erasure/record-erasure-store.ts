import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Person } from '../../kernel/person.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { erasedHashSql, IDENTITY, ofMerchantsSql } from '../storage/record-sql.ts'
import { blankSql, namesPersonSql } from './erasure-sql.ts'
import { type Evidence, type Targets, targetsOf } from './erasure-targets.ts'

/** Bounds how many records a query reads, so that it ends before its client times out. */
const ROWS_OF_QUERY = 10_000_000

/** The condition for records of the payments or with the identities that are not blank yet. */
function isTargetSql(dialect: Dialect, { merchantIds, payments, records }: Targets): string {
  const text = dialect.text
  const ways = [
    ...(payments.length === 0
      ? []
      : [
          `(merchant_id, request_id) in (${payments
            .map(({ merchantId, requestId }) => `(${text(merchantId)}, ${text(requestId)})`)
            .join(', ')})`,
        ]),
    ...(records.length === 0
      ? []
      : [
          `(merchant_id, ${dialect.ms('occurred_at')}, record_id) in (${records
            .map((record) => {
              const { merchantId, occurredAtMs, recordId } = record
              return `(${text(merchantId)}, ${occurredAtMs}, ${text(recordId)})`
            })
            .join(', ')})`,
        ]),
  ]
  if (ways.length === 0) return '1 = 0'
  return `${ofMerchantsSql(dialect, merchantIds)}
    and content_hash != ${erasedHashSql(dialect)} and (${ways.join(' or ')})`
}

function isInMonthsSql(dialect: Dialect, months: readonly number[]): string {
  return `${dialect.month('occurred_at')} in (${months.join(', ')})`
}

/** Finds records of the kind that name the person in any version, up to a number of them. */
export async function findEvidence(
  engine: Engine,
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
): Promise<{ readonly records: number; readonly months: readonly number[] }> {
  const { dialect } = engine
  if (blankSql(dialect, kind) === undefined) return { records: 0, months: [] }
  const targets = targetsOf(evidence, kind)
  let records = 0
  const found: number[] = []
  for (const months of await monthGroups(engine, kind, targets.merchantIds)) {
    const rows = await engine.rows<{ readonly month: number; readonly records: number }>(
      `select ${dialect.month('occurred_at')} as "month", count(distinct (${IDENTITY})) as records
        from ${kind.table}
        where ${isInMonthsSql(dialect, months)} and ${isTargetSql(dialect, targets)} group by "month"`,
      { isPrivate: true },
    )
    for (const row of rows) {
      records += row.records
      found.push(row.month)
    }
  }
  return { records, months: found }
}

/**
 * Blanks the personal fields of all records of the evidence, in every version. ClickHouse stores the statement with the
 * table, so it names only ids, not the person.
 */
export async function blankTargets(
  engine: Engine,
  kind: RecordKind,
  { evidence, months }: { readonly evidence: readonly Evidence[]; readonly months: readonly number[] },
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
): Promise<readonly (readonly number[])[]> {
  const month = engine.dialect.month('occurred_at')
  const counted = await engine.rows<{ readonly month: number; readonly rows: number }>(
    `select ${month} as "month", count(*) as "rows" from ${kind.table}
      where ${ofMerchantsSql(engine.dialect, merchantIds)} group by "month" order by "month"`,
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
