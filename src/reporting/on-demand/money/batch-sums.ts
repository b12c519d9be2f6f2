import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { recordsWithin } from '../../../records/index.ts'
import type { TimeWindow } from '../../reports/terms/time-window.ts'
import { cardSchemeSql } from '../responses/card-scheme-sql.ts'
import type { RollUp, TimeBuckets } from './time-buckets.ts'

/** The sum of requests sent to the processor in one time bucket, in one currency, by one payment method. */
export type BatchSum = {
  readonly bucket: number
  /** Empty if all merchants are summed together. */
  readonly merchantId: string
  readonly currencyCode: string
  readonly paymentSubTypeDescription: string
  readonly salesCount: number
  /** A decimal as written by the engine. */
  readonly salesAmount: string
  readonly creditCount: number
  readonly creditAmount: string
}

type BatchSumQuery = {
  readonly merchantIds: readonly string[]
  readonly window: TimeWindow
  readonly buckets: TimeBuckets
  readonly isByMerchant: boolean
}

/** Maximum number of rows in memory; a single bucket may have more, because it cannot be divided by time. */
const ROWS_MAX = 100_000
/** Rows per yielded piece. */
const PIECE_ROWS = 2_000
/** Estimated combinations of currency and payment method per merchant and bucket, rather too high than too low. */
const USUAL_ROWS = 8
const OTHER_METHOD = 'Other'

/**
 * Loads sums by bucket, merchant, currency and payment method. Records are stored by merchant before time, so a query
 * for a few buckets takes about as long as one for many: each query covers as many buckets as fit into memory, more if
 * the last one left room, and fewer if it did not fit.
 */
export async function* loadBatchSums(
  engine: Engine,
  query: BatchSumQuery,
  rowsMax = ROWS_MAX,
): AsyncGenerator<readonly BatchSum[], void> {
  const { buckets, merchantIds, isByMerchant } = query
  const usualRows = USUAL_ROWS * (isByMerchant ? Math.max(1, merchantIds.length) : 1)
  let size = Math.max(1, Math.floor(rowsMax / usualRows))
  let first = 0
  while (first < buckets.count) {
    const last = Math.min(first + size, buckets.count) - 1
    // A single bucket is loaded whole.
    const limit = first === last ? undefined : rowsMax + 1
    const rows = await engine.rows<BatchSum>(
      `${sumsSql(engine.dialect, query, { first, last })} ${limit === undefined ? '' : `limit ${limit}`}`,
    )
    if (rows.length === limit) {
      size = Math.ceil((last - first + 1) / 2)
      continue
    }
    for (let at = 0; at < rows.length; at += PIECE_ROWS) yield rows.slice(at, at + PIECE_ROWS)
    if (rows.length < rowsMax / 4) size *= 2
    first = last + 1
  }
}

function sumsSql(
  dialect: Dialect,
  { merchantIds, window, buckets, isByMerchant }: BatchSumQuery,
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const { from } = buckets.within(first)
  const { to } = buckets.within(last)
  const [fromMs, toMs] = [from.epochMilliseconds, to.epochMilliseconds]
  const source = recordsWithin(dialect, 'batch-item', { merchantIds, fromMs, toMs })
  const { valueIn, isRefund } = source
  const keys = [
    `${bucketSql(dialect, buckets, window)} as bucket`,
    `${isByMerchant ? 'merchant_id' : `''`} as merchant`,
    `${valueIn('PaymentData.RequestedAmountCurrencyCode')} as currency`,
    `${cardSchemeSql(source, ({ name }) => name, OTHER_METHOD)} as method`,
  ]
  const sumOf = (amount: string, condition: string): string =>
    dialect.plainDecimal(`coalesce(sum(${amount}) filter (where ${condition}), 0)`)
  return `select bucket, ${dialect.textOf('merchant')} as "merchantId",
      ${dialect.textOf('currency')} as "currencyCode",
      ${dialect.textOf('method')} as "paymentSubTypeDescription",
      count(*) filter (where not is_refund) as "salesCount",
      ${sumOf('amount', 'not is_refund')} as "salesAmount",
      count(*) filter (where is_refund) as "creditCount",
      ${sumOf('abs(amount)', 'is_refund')} as "creditAmount"
    from (select ${keys.join(', ')}, ${isRefund} as is_refund,
        ${valueIn('PaymentData.RequestedAmount')} as amount
      from ${source.from} as items) as batched
    group by bucket, merchant, currency, method
    order by bucket, "merchantId", "currencyCode", "paymentSubTypeDescription"`
}

const DAY_MS = 86_400_000
const LENGTHS_MS: Readonly<Record<Exclude<RollUp, 'month'>, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
}

/**
 * The number of the bucket that a record lies in. Days and weeks have a constant length, because an offset has no
 * daylight saving; for months the instant is shifted by the offset and then read as UTC.
 */
function bucketSql(dialect: Dialect, { rollUp, startOf }: TimeBuckets, { offset }: TimeWindow): string {
  if (rollUp === undefined) return '0'
  const first = startOf(0).toZonedDateTimeISO(offset)
  const at = dialect.ms('occurred_at')
  if (rollUp !== 'month') {
    const sinceFirst = `${at} - (${first.epochMilliseconds})`
    return dialect.wholes(sinceFirst, LENGTHS_MS[rollUp])
  }
  const moved = dialect.instant(`${at} + (${first.offsetNanoseconds / 1_000_000})`)
  const month = dialect.month(moved)
  const months = `(${dialect.wholes(month, 100)} * 12 + ${dialect.modulo(month, 100)})`
  return `(${months} - ${first.year * 12 + first.month})`
}
