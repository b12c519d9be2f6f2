import { quoteText } from '../platform/clickhouse/sql-quoting.ts'
import { fieldNamed } from './domain/catalogue/catalogue.ts'
import type { Field } from './domain/catalogue/field.ts'
import type { RecordKind } from './domain/catalogue/kinds.ts'
import { AMOUNT_SCALE, placeOf } from './domain/record-table.ts'

/** Whose records, and of which time. */
export type RecordWindow = {
  readonly merchantIds: readonly string[]
  /** Included. */
  readonly fromMs: number
  /** Excluded. */
  readonly toMs: number
}

const NEVER = '0'

export function withinSql({ merchantIds, fromMs, toMs }: RecordWindow): string {
  return `${ofMerchantsSql(merchantIds)}
    and occurred_at >= ${instantSql(fromMs)} and occurred_at < ${instantSql(toMs)}`
}

export function ofMerchantsSql(merchantIds: readonly string[]): string {
  const [only, ...others] = merchantIds.map(quoteText)
  // An empty list would be no query.
  if (only === undefined) return `merchant_id = ''`
  return others.length === 0
    ? `merchant_id = ${only}`
    : `merchant_id in (${[only, ...others].join(', ')})`
}

/** What the store can hold: whoever asks about a time beyond it asks about nothing. */
const INSTANT_MS_MIN = Date.UTC(1900, 0, 1)
const INSTANT_MS_MAX = Date.UTC(2299, 11, 31)

export function instantSql(ms: number): string {
  return `fromUnixTimestamp64Milli(${Math.min(Math.max(ms, INSTANT_MS_MIN), INSTANT_MS_MAX)}, 'UTC')`
}

/**
 * Only first versions are left out: of a record that was corrected later the version before it may be gone, and
 * the record would be missing altogether.
 */
export function receivedSql(untilMs: number): string {
  return `(received_at <= ${instantSql(untilMs)} or version > 1)`
}

/**
 * The newest versions of what fits a condition on anything but the time, for an index to find. While versions are put
 * together an index may hide none of them, and so is of little use; here it is asked first, of all versions, when
 * such records occurred, and only those times are read. All versions of a record have the same time.
 */
export function indexedSql(
  { table }: Pick<RecordKind, 'table'>,
  condition: string,
): { readonly from: string; readonly where: string } {
  return {
    from: `${table} final`,
    where: `${condition} and occurred_at in (select occurred_at from ${table} where ${condition})`,
  }
}

/** What readings of indexedSql are run with: a merchant's records stand on one shard, and so do those asked first. */
export const INDEXED_SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  distributed_product_mode: 'local',
  // Times are a part of what tells records apart: rows of other times need not be read any further.
  optimize_move_to_prewhere_if_final: 1,
} as const

/** Whether the record gives money back. */
export function refundSql(kind: RecordKind, valueIn: (field: Field) => string): string {
  const { refund } = kind
  if (refund === undefined) return NEVER
  return `${valueIn(fieldNamed(refund.field))} in (${refund.values.map(quoteText).join(', ')})`
}

/** The field's value as its type keeps it: a text is empty where there is none, everything else is null. */
export function valueSql(kind: RecordKind, field: Field): string {
  const { column, key } = placeOf(kind, field)
  if (key === undefined) return column.name
  const name = quoteText(key)
  const kept = `${column.name}[${name}]`
  const orNull = (value: string): string =>
    `if(mapContains(${column.name}, ${name}), ${value}, null)`
  switch (field.type.kind) {
    case 'text':
    case 'code':
      return kept
    case 'integer':
    case 'decimal':
    case 'instant':
      return orNull(kept)
    case 'amount':
      return orNull(`toDecimal64(${kept}, ${AMOUNT_SCALE})`)
    case 'date':
      return orNull(`addDays(toDate32('1970-01-01'), ${kept})`)
  }
}
