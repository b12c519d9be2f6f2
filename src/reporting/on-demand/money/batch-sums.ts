import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { recordsWithin } from '../../../records/index.ts'
import type { TimeWindow } from '../../terms/time-window.ts'
import { cardSchemeSql } from '../responses/card-scheme-sql.ts'
import type { RollUp, TimeBuckets } from './time-buckets.ts'

/** What was sent to the processor in one bucket of time, in one currency, by one payment method. */
export type BatchSum = {
  readonly bucket: number
  /** Empty where all merchants are summed up together. */
  readonly merchantId: string
  readonly currencyCode: string
  readonly paymentSubTypeDescription: string
  readonly salesCount: number
  /** As the engine writes decimals. */
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

/** What is held at a time; a single bucket may hold more, since it cannot be parted by time. */
const ROWS_MAX = 100_000
/** What is handed on at a time. */
const PIECE_ROWS = 2_000
/** Currencies and payment methods that a merchant usually has in a bucket, rather too many than too few. */
const USUAL_ROWS = 8
const OTHER_METHOD = 'Other'

/**
 * Sums by bucket, merchant, currency and payment method. Records lie by merchant before they lie by time, so that
 * some buckets take about as long as many: as many are asked for at once as their sums may be held, more where they
 * had room to spare, and less where they had none.
 */
export async function* loadBatchSums(
  engine: Engine,
  wanted: BatchSumQuery,
  rowsMax = ROWS_MAX,
): AsyncGenerator<readonly BatchSum[], void> {
  const { buckets, merchantIds, isByMerchant } = wanted
  const usualRows = USUAL_ROWS * (isByMerchant ? Math.max(1, merchantIds.length) : 1)
  let size = Math.max(1, Math.floor(rowsMax / usualRows))
  let first = 0
  while (first < buckets.count) {
    const last = Math.min(first + size, buckets.count) - 1
    // A single bucket is taken as it is.
    const limit = first === last ? undefined : rowsMax + 1
    const rows = await engine.rows<BatchSum>(
      `${sumsSql(engine.dialect, wanted, { first, last })} ${limit === undefined ? '' : `limit ${limit}`}`,
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
      from ${source.from} as items) as told
    group by bucket, merchant, currency, method
    order by bucket, "merchantId", "currencyCode", "paymentSubTypeDescription"`
}

const DAY_MS = 86_400_000
const LENGTHS_MS: Readonly<Record<Exclude<RollUp, 'month'>, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
}

/**
 * The number of the bucket that a record lies in. Days and weeks all have the same length, as an offset knows no
 * daylight saving; for months the instant is moved by the offset and then read as if it were in UTC.
 */
function bucketSql(dialect: Dialect, { rollUp, startOf }: TimeBuckets, { offset }: TimeWindow): string {
  if (rollUp === undefined) return '0'
  const first = startOf(0).toZonedDateTimeISO(offset)
  const at = dialect.ms('occurred_at')
  if (rollUp !== 'month') {
    const sinceFirst = `${at} - (${first.epochMilliseconds})`
    return dialect.wholes(sinceFirst, LENGTHS_MS[rollUp])
  }
  const moved = dialect.instantOf(`${at} + (${first.offsetNanoseconds / 1_000_000})`)
  const month = dialect.month(moved)
  const months = `(${dialect.wholes(month, 100)} * 12 + ${dialect.modulo(month, 100)})`
  return `(${months} - ${first.year * 12 + first.month})`
}
