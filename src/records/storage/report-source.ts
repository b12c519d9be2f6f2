import type { Field } from '../../catalogue/field.ts'
import { KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { placeOf } from '../../catalogue/record-table.ts'
import type { ReportDefinition } from '../../catalogue/report-definition.ts'
import { lowerCase } from '../../kernel/lower-case.ts'
import { DECIMAL_SCALE } from '../../kernel/stored-column.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import { inSliceSql, SLICE, type Slices } from '../../platform/engine/slices.ts'
import { agingSource } from './aging-store.ts'
import {
  erasedHashSql,
  IDENTITY,
  instantSql,
  receivedSql,
  refundSql,
  sizeSql,
  valueSql,
  withinSql,
} from './record-sql.ts'

/** The records of a report. */
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
  /** Records that arrived later are left out. */
  readonly receivedUntilMs: number | undefined
  readonly filters: readonly FieldFilter[]
  /** Whether every record is known to be stored once, so that no versions need collapsing. */
  readonly isSingle?: boolean
  /** Given where records are read in slices. */
  readonly slicedBy?: SizedRow | undefined
}

/** The parts of a row that count towards its size. */
type SizedRow = {
  readonly fields: readonly Field[]
  /** Whether maps count as they are stored, with all their entries, or only the entries of the fields. */
  readonly areRowsWhole: boolean
}

/** Matches records whose field has one of the values, written as reports print them. */
type FieldFilter = { readonly field: Field; readonly values: readonly string[] }

/** The source that a report reads, as SQL without parameters: all values are literals. */
export type ReportSource = {
  readonly dialect: Dialect
  /** Used instead of a table. */
  readonly from: string
  /** `from` without the filters. */
  readonly unfiltered: string
  /** The filters as one condition; undefined where there are none. */
  readonly condition: string | undefined
  /** Columns that identify a record. The merchant is left out where there is only one, since sorting by it costs time. */
  readonly order: string
  /**
   * The field's value in the type of its column: a missing text is empty, any other missing value is null.
   * Amounts are decimals of four places, other decimals of eight, instants are in UTC.
   */
  readonly valueIn: (field: Field) => string
  /**
   * Whether the store keeps each of the field's texts once, in a dictionary. A function of nothing but such a text
   * and constants is evaluated once per text rather than once per row; `if` does not count as such a function.
   */
  readonly isRepetitive: (field: Field) => boolean
  /** Whether the record gives money back. */
  readonly isRefund: string
  /** Wire names of the amounts that a refund gives back. */
  readonly refundedAmounts: readonly string[]
  /** Whether rows are read as they are stored, without collapsing versions. */
  readonly isSingle: boolean
  /** Whether some of the fields are in maps, which have entries of other fields as well. */
  readonly readsMaps: (fields: readonly Field[]) => boolean
  /** About how many bytes a row takes. */
  readonly bytesOf: (row: SizedRow) => string
  /** How the rows are divided; undefined where all are read in one query. */
  readonly slices: Slices | undefined
  /** Numbers the rows of an ordered subquery, from 0. */
  readonly rowNumber: string
  /**
   * A quick query over all stored rows, older versions included: how many there are (`rows`), how many were `erased`,
   * in how many `parts` they are stored, and the sums `versions`, `lastReceivedMs` and `receivedMs` as texts, since
   * they exceed numbers. The row stays the same only while no record arrives, goes or is erased; it also changes
   * when the store merges versions.
   */
  readonly storedStateSql: string
  /**
   * Counts, as `late`, the records that arrived after an instant and are still in their first version. It looks only
   * at what arrived since: collapsing the versions of a whole period would take as long as a report.
   */
  readonly lateCountSql: (sinceMs: number) => string
  /**
   * Lists records that arrived or were corrected, deleted or erased after an instant. The store does not know when a
   * record was erased, so erased ones are listed only where some were erased since. For the aging report it lists
   * batch items only.
   */
  readonly changedSinceSql: (since: { readonly sinceMs: number; readonly hasErased: boolean }) => string
}

const IDENTITY_IN_MERCHANT = 'occurred_at, record_id'

function isErasedSql(dialect: Dialect): string {
  return `content_hash = ${erasedHashSql(dialect)}`
}

export function reportSource(dialect: Dialect, selection: RecordSelection): ReportSource {
  const { definition, receivedUntilMs, filters, slicedBy } = selection
  const kind = KINDS[definition.kind]
  const isAging = definition.derivation === 'aging'
  const isAge = (field: Field): boolean => isAging && field.group === 'Aging'
  const valueIn = (field: Field): string => (isAge(field) ? 'aging_days' : valueSql(dialect, kind, field))
  const received = receivedUntilMs === undefined ? [] : [receivedSql(dialect, receivedUntilMs)]
  const conditions = filters.map((filter) => conditionSql(dialect, filter, valueIn(filter.field)))
  const rows = isAging ? agingRows(dialect, selection) : storedRows(dialect, kind, selection)
  const isSingle = selection.isSingle === true && !isAging
  const unmerged = isAging ? rows : kind.table
  const glanced = isAging ? received : [withinSql(dialect, selection), ...received]
  const receivedMs = dialect.ms('received_at')
  const order = selection.merchantIds.length === 1 ? IDENTITY_IN_MERCHANT : IDENTITY
  const from = `(select * from ${rows}${whereSql([...received, ...conditions])})`
  const bytesOf = ({ fields, areRowsWhole }: SizedRow): string =>
    bytesSql(dialect, kind, { fields: fields.filter((field) => !isAge(field)), areRowsWhole })
  const source: ReportSource = {
    dialect,
    from: slicedBy === undefined ? from : `(select * from ${from} where ${inSliceSql(order)})`,
    unfiltered: `(select * from ${rows}${whereSql(received)})`,
    condition: conditions.length === 0 ? undefined : conditions.join(' and '),
    order,
    valueIn,
    isRepetitive: (field) => placeOf(kind, field).column.type === 'repetitive-text',
    isRefund: refundSql(dialect, kind, valueIn),
    refundedAmounts: kind.refund?.amounts ?? [],
    isSingle,
    readsMaps: (fields) => fields.some((field) => !isAge(field) && placeOf(kind, field).key !== undefined),
    bytesOf,
    slices: slicedBy && { keys: `select ${order}, ${bytesOf(slicedBy)} as bytes from ${from} order by ${order}` },
    rowNumber: slicedBy === undefined ? dialect.rowNumber : `(${dialect.rowNumber} + ${SLICE.rowsBefore})`,
    storedStateSql: `select count(*) as "rows", count(*) filter (where ${isErasedSql(dialect)}) as erased,
      ${isAging ? '0' : dialect.partCount} as parts, ${dialect.textOf('sum(version)')} as versions,
      ${dialect.textOf(`max(${receivedMs})`)} as "lastReceivedMs",
      ${dialect.textOf(`sum(${receivedMs})`)} as "receivedMs"
      from ${unmerged}${whereSql(glanced)}`,
    lateCountSql: (sinceMs) => lateCountSql(source, selection, sinceMs),
    changedSinceSql: (since) => changedSinceSql(dialect, selection, since),
  }
  return source
}

/** A long entry of a map, with its key. */
const ENTRY_BYTES = 80

function bytesSql(dialect: Dialect, kind: RecordKind, { fields, areRowsWhole }: SizedRow): string {
  const byColumn = Map.groupBy(fields, (field) => placeOf(kind, field).column.name)
  const sizes = [...byColumn.values()].flatMap(([field, ...others]) => {
    if (field === undefined) return []
    const { column, key } = placeOf(kind, field)
    const whole = sizeSql(dialect, [column])
    const isWhole = key === undefined || areRowsWhole
    return [isWhole ? whole : `least(${whole}, ${ENTRY_BYTES * (1 + others.length)})`]
  })
  return ['0', ...sizes].join(' + ')
}

function changedSinceSql(
  dialect: Dialect,
  selection: RecordSelection,
  { sinceMs, hasErased }: Parameters<ReportSource['changedSinceSql']>[0],
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

function lateCountSql(source: ReportSource, selection: RecordSelection, sinceMs: number): string {
  const { dialect, condition, from } = source
  const { definition } = selection
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

/** Personal texts match in any letter case: people do not know in which one a name or an address was sent. */
function conditionSql(dialect: Dialect, { field, values }: FieldFilter, value: string): string {
  switch (field.type.kind) {
    case 'text':
    case 'code':
      return field.isPersonal
        ? amongSql(dialect, dialect.lowerAll(value), values.map(lowerCase))
        : amongSql(dialect, value, values)
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
