import { quoteText } from '../platform/clickhouse/sql-quoting.ts'
import { agingSource } from './aging-store.ts'
import type { Field } from './domain/catalogue/field.ts'
import { KINDS, type RecordKind } from './domain/catalogue/kinds.ts'
import type { ReportDefinition } from './domain/catalogue/report-definition.ts'
import { placeOf } from './domain/record-table.ts'
import { ERASED_HASH_SQL } from './erasure-sql.ts'
import { instantSql, receivedSql, refundSql, valueSql, withinSql } from './record-sql.ts'

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
   * Amounts are decimals of four places, other decimals of eight, dates Date32, instants DateTime64(3) in UTC.
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
   * A quick query for `rows`, `erased`, `parts` and `hash` of all that is stored, older versions among it. The hash
   * stays the same only while nothing comes, goes or is erased; it also changes when the store puts versions together.
   */
  readonly glance: string
}

const IDENTITY_IN_MERCHANT = 'occurred_at, record_id'
const IDENTITY = `merchant_id, ${IDENTITY_IN_MERCHANT}`
const IS_ERASED = `content_hash = ${ERASED_HASH_SQL}`

export function reportSource(selection: RecordSelection): ReportSource {
  const { definition, receivedUntilMs, filters } = selection
  const kind = KINDS[definition.kind]
  const isAging = definition.derivation === 'aging'
  const valueIn = (field: Field): string =>
    isAging && field.group === 'Aging' ? 'aging_days' : valueSql(kind, field)
  const received = receivedUntilMs === undefined ? [] : [receivedSql(receivedUntilMs)]
  const conditions = filters.map((filter) => conditionSql(filter, valueIn(filter.field)))
  const rows = isAging ? agingRows(selection) : storedRows(kind, selection)
  const isSingle = selection.isSingle === true && !isAging
  const unmerged = isAging ? rows : kind.table
  const glanced = isAging ? received : [withinSql(selection), ...received]
  return {
    from: `(select * from ${rows}${whereSql([...received, ...conditions])})`,
    unfiltered: `(select * from ${rows}${whereSql(received)})`,
    condition: conditions.length === 0 ? undefined : conditions.join(' and '),
    order: selection.merchantIds.length === 1 ? IDENTITY_IN_MERCHANT : IDENTITY,
    valueIn,
    isRepetitive: (field) => placeOf(kind, field).column.type === 'repetitive-text',
    isRefund: refundSql(kind, valueIn),
    refundedAmounts: kind.refund?.amounts ?? [],
    isSingle,
    glance: `select toFloat64(count()) as rows, toFloat64(countIf(${IS_ERASED})) as erased,
      toFloat64(${isAging ? '0' : 'uniqExact(_part_index)'}) as parts,
      hex(cityHash64(sum(version), max(received_at),
      sum(toUnixTimestamp64Milli(received_at)), rows, erased)) as hash
      from ${unmerged}${whereSql(glanced)}`,
  }
}

/**
 * Records below a report that came, were corrected, deleted or erased after an instant. When a record was erased
 * is not kept; they are told only where some were since. A list of what the aging report left out is not made.
 */
export function changedSinceSql(
  selection: RecordSelection,
  { sinceMs, hasErased }: { readonly sinceMs: number; readonly hasErased: boolean },
): string {
  const kind = KINDS[selection.definition.kind]
  const isLater = `received_at > ${instantSql(sinceMs)}`
  return `select merchant_id, record_id, toString(toUnixTimestamp64Milli(occurred_at)) as occurred_at_ms,
      multiIf(content_hash = ${ERASED_HASH_SQL}, 'erased', is_deleted = 1, 'deleted',
        version > 1, 'corrected', 'late') as change
    from (select ${IDENTITY}, version, is_deleted, received_at, content_hash from ${kind.table}
      where ${withinSql(selection)} order by ${IDENTITY}, version desc limit 1 by ${IDENTITY})
    where ${hasErased ? `(${isLater} or content_hash = ${ERASED_HASH_SQL})` : isLater}
    order by ${IDENTITY}`
}

/**
 * How many records of the selection came after an instant and are still in their first version, as `late`. Only
 * what came since is looked at: to collapse the versions of a whole period would take as long as a report.
 */
export function lateCountSql(selection: RecordSelection, sinceMs: number): string {
  const { definition } = selection
  const { condition, from } = reportSource(selection)
  const isLater = `received_at > ${instantSql(sinceMs)}`
  if (definition.derivation === 'aging') {
    return `select toFloat64(count()) as late from ${from} where ${isLater} and version = 1`
  }
  const fits = condition === undefined ? '' : ` and max(${condition})`
  return `select toFloat64(count()) as late from (select 1 from ${KINDS[definition.kind].table}
    where ${withinSql(selection)} and ${isLater} group by ${IDENTITY}
    having max(version) = 1 and max(is_deleted) = 0${fits})`
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

function storedRows(kind: RecordKind, selection: RecordSelection): string {
  const collapse = selection.isSingle === true ? '' : 'final '
  return `(select * from ${kind.table} ${collapse}where ${withinSql(selection)})`
}

function agingRows({ merchantIds, toMs, timeZone, agingLookBackDays }: RecordSelection): string {
  return agingSource({ merchantIds, endsAtMs: toMs, timeZone, lookBackDays: agingLookBackDays })
}

/** People do not know in which letter case a name or an address was sent. */
function conditionSql({ field, values }: FieldFilter, value: string): string {
  const among = (texts: readonly string[]): string => texts.map(quoteText).join(', ')
  switch (field.type.kind) {
    case 'text':
    case 'code':
      return field.isPersonal
        ? `lowerUTF8(${value}) in (${among(values.map((text) => text.toLowerCase()))})`
        : `${value} in (${among(values)})`
    case 'integer':
      return `${value} in (${among(values)})`
    case 'amount':
    case 'decimal':
      return `(${values.map((text) => `${value} = toDecimal128(${quoteText(text)}, 8)`).join(' or ')})`
    case 'date':
      return `${value} in (${values.map((text) => `toDate32(${quoteText(text)})`).join(', ')})`
    case 'instant':
      return `${value} in (${values
        .map((text) => instantSql(Temporal.Instant.from(text).epochMilliseconds))
        .join(', ')})`
  }
}
