import { hash } from 'node:crypto'
import type { Field } from '../../catalogue/field.ts'
import { KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { placeOf } from '../../catalogue/record-table.ts'
import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import { lowerCase } from '../../kernel/lower-case.ts'
import { DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { agingSource } from './aging-store.ts'
import {
  erasedHashSql,
  IDENTITY,
  instantSql,
  receivedSql,
  refundSql,
  textsSql,
  valueSql,
  withinSql,
} from './record-sql.ts'

/** Which records a report is about. */
export type RecordSelection = {
  readonly definition: ReportDefinition
  readonly merchantIds: readonly string[]
  /** Included. */
  readonly fromMs: number
  /** Excluded. */
  readonly toMs: number
  readonly timeZone: string
  /** How far back the aging report looks. */
  readonly agingLookBackDays: number
  /** Records that came later are left out. */
  readonly receivedUntilMs: number | undefined
  readonly filters: readonly FieldFilter[]
  /** Whether every record is known to be stored once, so that there are no versions to be collapsed. */
  readonly isSingle?: boolean
}

/** Fits a record whose field has one of the values, written as reports print them. */
type FieldFilter = { readonly field: Field; readonly values: readonly string[] }

/** What to read from, and where in it the values stand. It holds no parameters: all values are in its text. */
export type ReportSource = {
  readonly dialect: Dialect
  /** In the place of a table. */
  readonly from: string
  /** The same without the filters. */
  readonly unfiltered: string
  /** What the filters ask of a row; undefined where there are none. */
  readonly condition: string | undefined
  /** The identity of a record: no two have the same. What is the same for all is left out, since it costs time. */
  readonly order: string
  /**
   * The field's value as its type keeps it: a text is empty where there is none, everything else is null.
   * Amounts are decimals of four places, other decimals of eight, instants are in UTC.
   */
  readonly valueIn: (field: Field) => string
  /**
   * Whether the store keeps each of the field's texts once, by number. A function of nothing but such a text and
   * constants is worked out once for each of them rather than for each row; `if` is none.
   */
  readonly isRepetitive: (field: Field) => boolean
  /** Whether the record gives money back. */
  readonly isRefund: string
  /** Wire names of the amounts that are then given back. */
  readonly refundedAmounts: readonly string[]
  /** Whether it is read as it is stored, without collapsing versions. */
  readonly isSingle: boolean
  /**
   * A quick query for a `GlanceRow` of all that is stored, older versions among it. Its fingerprint stays the same
   * only while nothing comes, goes or is erased; it also changes when the store puts versions together.
   */
  readonly glance: string
}

/** What a glance at stored rows finds; sums are texts, since they are larger than numbers can be. */
export type GlanceRow = {
  readonly rows: number
  /** How many were blanked of personal data. */
  readonly erased: number
  /** In how many parts they are stored. */
  readonly parts: number
  readonly versions: string | null
  readonly lastReceivedMs: string | null
  readonly receivedMs: string | null
}

export function fingerprintOf(row: GlanceRow): string {
  const { rows, erased, versions, lastReceivedMs, receivedMs } = row
  const parts = [rows, erased, versions ?? '0', lastReceivedMs ?? '0', receivedMs ?? '0']
  return hash('sha256', parts.join(' '), 'hex').slice(0, FINGERPRINT_LENGTH)
}

const FINGERPRINT_LENGTH = 16
const IDENTITY_IN_MERCHANT = 'occurred_at, record_id'

function isErasedSql(dialect: Dialect): string {
  return `content_hash = ${erasedHashSql(dialect)}`
}

export function reportSource(dialect: Dialect, selection: RecordSelection): ReportSource {
  const { definition, receivedUntilMs, filters } = selection
  const kind = KINDS[definition.kind]
  const isAging = definition.derivation === 'aging'
  const valueIn = (field: Field): string =>
    isAging && field.group === 'Aging' ? 'aging_days' : valueSql(dialect, kind, field)
  const received = receivedUntilMs === undefined ? [] : [receivedSql(dialect, receivedUntilMs)]
  const conditions = filters.map((filter) => conditionSql(dialect, filter, valueIn(filter.field)))
  const rows = isAging ? agingRows(dialect, selection) : storedRows(dialect, kind, selection)
  const isSingle = selection.isSingle === true && !isAging
  const unmerged = isAging ? rows : kind.table
  const glanced = isAging ? received : [withinSql(dialect, selection), ...received]
  const receivedMs = dialect.ms('received_at')
  return {
    dialect,
    from: `(select * from ${rows}${whereSql([...received, ...conditions])})`,
    unfiltered: `(select * from ${rows}${whereSql(received)})`,
    condition: conditions.length === 0 ? undefined : conditions.join(' and '),
    order: selection.merchantIds.length === 1 ? IDENTITY_IN_MERCHANT : IDENTITY,
    valueIn,
    isRepetitive: (field) => placeOf(kind, field).column.type === 'repetitive-text',
    isRefund: refundSql(dialect, kind, valueIn),
    refundedAmounts: kind.refund?.amounts ?? [],
    isSingle,
    glance: `select count(*) as "rows", count(*) filter (where ${isErasedSql(dialect)}) as erased,
      ${isAging ? '0' : dialect.partCount} as parts, ${dialect.textOf('sum(version)')} as versions,
      ${dialect.textOf(`max(${receivedMs})`)} as "lastReceivedMs",
      ${dialect.textOf(`sum(${receivedMs})`)} as "receivedMs"
      from ${unmerged}${whereSql(glanced)}`,
  }
}

/**
 * Records below a report that came, were corrected, deleted or erased after an instant. When a record was erased
 * is not kept; they are told only where some were since. A list of what the aging report left out is not made.
 */
export function changedSinceSql(
  dialect: Dialect,
  selection: RecordSelection,
  { sinceMs, hasErased }: { readonly sinceMs: number; readonly hasErased: boolean },
): string {
  const { table } = KINDS[selection.definition.kind]
  const isLater = `received_at > ${instantSql(dialect, sinceMs)}`
  const isErased = isErasedSql(dialect)
  const columns = [IDENTITY, 'version', 'is_deleted', 'received_at', 'content_hash']
  return `select merchant_id, record_id, ${dialect.ms('occurred_at')} as occurred_at_ms,
      case when ${isErased} then 'erased' when is_deleted = 1 then 'deleted'
        when version > 1 then 'corrected' else 'late' end as change
    from ${dialect.latest(table, { columns, where: withinSql(dialect, selection) })}
    where ${hasErased ? `(${isLater} or ${isErased})` : isLater}
    order by ${IDENTITY}`
}

/**
 * How many records of the selection came after an instant and are still in their first version, as `late`. Only
 * what came since is looked at: to collapse the versions of a whole period would take as long as a report.
 */
export function lateCountSql(dialect: Dialect, selection: RecordSelection, sinceMs: number): string {
  const { definition } = selection
  const { condition, from } = reportSource(dialect, selection)
  const isLater = `received_at > ${instantSql(dialect, sinceMs)}`
  if (definition.derivation === 'aging') {
    return `select count(*) as late from ${from} where ${isLater} and version = 1`
  }
  const fits = condition === undefined ? '' : ` and max(case when ${condition} then 1 else 0 end) = 1`
  return `select count(*) as late from (select 1 as one from ${KINDS[definition.kind].table}
    where ${withinSql(dialect, selection)} and ${isLater} group by ${IDENTITY}
    having max(version) = 1 and max(is_deleted) = 0${fits}) as late_records`
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

function storedRows(dialect: Dialect, { table }: RecordKind, selection: RecordSelection): string {
  const rows = selection.isSingle === true ? table : dialect.newest(table)
  return `(select * from ${rows} where ${withinSql(dialect, selection)})`
}

function agingRows(dialect: Dialect, { merchantIds, toMs, timeZone, agingLookBackDays }: RecordSelection): string {
  const lookBackDays = agingLookBackDays
  return agingSource(dialect, { merchantIds, endsAtMs: toMs, timeZone, lookBackDays })
}

/** People do not know in which letter case a name or an address was sent. */
function conditionSql(dialect: Dialect, { field, values }: FieldFilter, value: string): string {
  const among = (texts: readonly string[]): string => textsSql(dialect, texts)
  switch (field.type.kind) {
    case 'text':
    case 'code':
      return field.isPersonal
        ? `${dialect.lowerAll(value)} in (${among(values.map(lowerCase))})`
        : `${value} in (${among(values)})`
    case 'integer':
      return `${value} in (${values.map((text) => BigInt(text)).join(', ')})`
    case 'amount':
    case 'decimal':
      return `(${values
        .map((text) => `${value} = ${dialect.decimal(dialect.text(text), DECIMAL_SCALE)}`)
        .join(' or ')})`
    case 'date':
      return `${value} in (${values.map(dialect.date).join(', ')})`
    case 'instant':
      return `${value} in (${values
        .map((text) => instantSql(dialect, Temporal.Instant.from(text).epochMilliseconds))
        .join(', ')})`
  }
}
