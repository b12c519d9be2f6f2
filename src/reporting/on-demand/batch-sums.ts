import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { recordsWithin } from '../../records/index.ts'
import type { AskedWindow } from '../domain/asked-window.ts'
import type { RollUp, Span, TimeBuckets } from '../domain/time-buckets.ts'
import { cardSchemeSql } from './card-scheme-sql.ts'

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

type Wanted = {
  readonly merchantIds: readonly string[]
  readonly window: AskedWindow
  readonly buckets: TimeBuckets
  readonly isByMerchant: boolean
}

/** What is held at a time; a single bucket may hold more, since it cannot be parted by time. */
const ROWS_MAX = 20_000
/** Currencies and payment methods that a merchant usually has in a bucket. */
const USUAL_ROWS = 4
const OTHER_METHOD = 'Other'

/**
 * Sums by bucket, merchant, currency and payment method, some buckets at a time: so many at first as their sums
 * usually have room, then more where they had room to spare, and less where they had none.
 */
export async function* batchSums(
  clickhouse: ClickHouse,
  wanted: Wanted,
): AsyncGenerator<readonly BatchSum[], void> {
  const { buckets, merchantIds, isByMerchant } = wanted
  const usualRows = USUAL_ROWS * (isByMerchant ? Math.max(1, merchantIds.length) : 1)
  let size = Math.max(1, Math.floor(ROWS_MAX / usualRows))
  let next = 0
  while (next < buckets.count) {
    const last = Math.min(next + size, buckets.count) - 1
    const rows = await sumsOf(clickhouse, wanted, { first: next, last })
    if (rows === undefined) {
      size = Math.max(1, Math.floor((last - next + 1) / 4))
      continue
    }
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_MAX / 4) size *= 2
    next = last + 1
  }
}

/** Undefined where there are too many to be held. */
async function sumsOf(
  clickhouse: ClickHouse,
  { merchantIds, window, buckets, isByMerchant }: Wanted,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly BatchSum[] | undefined> {
  const { from } = buckets.within(first)
  const { to } = buckets.within(last)
  const source = recordsWithin('batch-item', { merchantIds, ...msOf({ from, to }) })
  const { valueIn, isRefund } = source
  const keys = [
    `${bucketSql(buckets, window)} as bucket`,
    `${isByMerchant ? 'merchant_id' : `''`} as merchant`,
    `${valueIn('PaymentData.RequestedAmountCurrencyCode')} as currency`,
    `${cardSchemeSql(source, ({ name }) => name, OTHER_METHOD)} as method`,
  ]
  const limit = first === last ? '' : `limit ${ROWS_MAX + 1}`
  const rows = await clickhouse.rows<BatchSum>(
    `select bucket, toString(merchant) as merchantId, toString(currency) as currencyCode,
        toString(method) as paymentSubTypeDescription,
        toFloat64(countIf(not is_refund)) as salesCount,
        toString(ifNull(sumIf(amount, not is_refund), 0)) as salesAmount,
        toFloat64(countIf(is_refund)) as creditCount,
        toString(ifNull(sumIf(abs(amount), is_refund), 0)) as creditAmount
      from (select ${keys.join(', ')}, ${isRefund} as is_refund,
          ${valueIn('PaymentData.RequestedAmount')} as amount
        from ${source.from})
      group by bucket, merchant, currency, method
      order by bucket, merchantId, currencyCode, paymentSubTypeDescription ${limit}`,
    {},
    { do_not_merge_across_partitions_select_final: 1 },
  )
  return limit !== '' && rows.length > ROWS_MAX ? undefined : rows
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
function bucketSql({ rollUp, startOf }: TimeBuckets, { offset }: AskedWindow): string {
  if (rollUp === undefined) return '0'
  const first = startOf(0).toZonedDateTimeISO(offset)
  if (rollUp !== 'month') {
    const sinceFirst = `toUnixTimestamp64Milli(occurred_at) - (${first.epochMilliseconds})`
    return `toInt32(intDiv(${sinceFirst}, ${LENGTHS_MS[rollUp]}))`
  }
  const moved = `addMilliseconds(occurred_at, ${first.offsetNanoseconds / 1_000_000})`
  return `toInt32(toYear(${moved}) * 12 + toMonth(${moved}) - ${first.year * 12 + first.month})`
}

function msOf({ from, to }: Span) {
  return { fromMs: from.epochMilliseconds, toMs: to.epochMilliseconds }
}
