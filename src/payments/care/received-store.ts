import { PURCHASE_APPLICATIONS } from '../../catalogue/codes/purchase-applications.ts'
import type { KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { type LocalTimeSql, localTimeSql } from '../../platform/engine/local-time-sql.ts'
import { type RecordSource, recordsWithin } from '../../records/index.ts'

/** The money received or given back on one day, in one currency. */
export type ReceivedSum = {
  /** Counted from the first day of the period. */
  readonly day: number
  readonly currency: string
  /** External: received elsewhere, less reversals. */
  readonly kind: 'paid' | 'refunded' | 'external'
  readonly count: number
  readonly amount: Decimal
}

/** Days in the calendar of a time zone, from the first to the last one. */
export type ReceivedPeriod = {
  readonly merchantIds: readonly string[]
  readonly timeZone: string
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

/** The kinds of records that are read. */
export const RECEIVED_KINDS = ['transaction', 'external-payment'] as const satisfies readonly KindName[]

type Row = Omit<ReceivedSum, 'amount'> & { readonly amount: string }

const DAY_MS = 86_400_000
/** Senders of records may leave out the result of a request that succeeded. */
const SUCCEEDED = ['1', '']

/**
 * Sums up the payments of a period by day and currency, by the time of their requests, as transaction search finds them.
 * An authorization counts when it is captured, and a refund that failed later does not count.
 */
export async function sumReceived(engine: Engine, period: ReceivedPeriod): Promise<readonly ReceivedSum[]> {
  const { merchantIds, timeZone, firstDay, lastDay } = period
  if (merchantIds.length === 0) return []
  const span = {
    fromMs: startOf(firstDay, timeZone),
    toMs: startOf(lastDay.add({ days: 1 }), timeZone),
  }
  const [transactions, external] = RECEIVED_KINDS.map((kind) =>
    recordsWithin(engine.dialect, kind, { merchantIds, ...span }, 'request'),
  )
  assert(transactions !== undefined && external !== undefined, 'Each kind has its records.')
  const days = {
    local: localTimeSql(engine.dialect, timeZone, span),
    firstMs: Date.parse(`${firstDay.toString()}T00:00:00Z`),
  }
  const parts = [purchases(transactions, days), refunds(transactions, days), externalPayments(external, days)]
  const rows = await engine.rows<Row>(parts.join(' union all '))
  return rows.map(({ amount, ...row }) => ({ ...row, amount: parsed(amount) }))
}

/** A day may begin at one o'clock, where clocks are changed at midnight. */
function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).toInstant().epochMilliseconds
}

type Days = { readonly local: LocalTimeSql; readonly firstMs: number }
type Summed = { readonly kind: Row['kind']; readonly amount: string; readonly count: string; readonly where: string }

function sumsSql(source: RecordSource, days: Days, { kind, amount, count, where }: Summed): string {
  const { dialect, valueIn, from } = source
  const requestedAt = dialect.ms(`coalesce(${valueIn('Request.TransactionDate')}, occurred_at)`)
  const day = dialect.wholes(`${days.local.localMs(requestedAt)} - (${days.firstMs})`, DAY_MS)
  const columns = [
    `${day} as of_day`,
    `${valueIn('PaymentData.RequestedAmountCurrencyCode')} as of_currency`,
    `${amount} as moved`,
    `${count} as counted`,
  ]
  return `select ${dialect.text(kind)} as kind, of_day as day, ${dialect.textOf('of_currency')} as currency,
      cast(sum(counted) as bigint) as count, ${dialect.plainDecimal('coalesce(sum(moved), 0)')} as amount
    from (select ${columns.join(', ')} from ${from} as records where ${where}) as of_kind
    group by of_day, of_currency`
}

function purchases(source: RecordSource, days: Days): string {
  const { dialect, valueIn } = source
  const isPurchase = amongSql(dialect, valueIn('Application.Name'), PURCHASE_APPLICATIONS)
  const amount = valueIn('PaymentData.RequestedAmount')
  return sumsSql(source, days, {
    ...{ kind: 'paid', amount, count: '1' },
    where: `${isPurchase} and ${succeeded(source)}`,
  })
}

/** The record of a failure that comes later has the time of the refund's request, so it is in the period too. */
function refunds(source: RecordSource, days: Days): string {
  const { valueIn, isRefund, from } = source
  const requestId = valueIn('Request.RequestID')
  const failed = `select merchant_id, ${requestId} from ${from} as refunds
    where ${isRefund} and not ${succeeded(source)} and ${requestId} <> ''`
  return sumsSql(source, days, {
    // Senders write the amount of a refund with or without a sign.
    ...{ kind: 'refunded', amount: `abs(${valueIn('PaymentData.RequestedAmount')})`, count: '1' },
    where: `${isRefund} and ${succeeded(source)} and (merchant_id, ${requestId}) not in (${failed})`,
  })
}

function externalPayments(source: RecordSource, days: Days): string {
  const { dialect, valueIn } = source
  const isReversal = `${valueIn('Application.Name')} = ${dialect.text('external_payment_reversal')}`
  const amount = valueIn('PaymentData.RequestedAmount')
  return sumsSql(source, days, {
    ...{ kind: 'external', amount: `case when ${isReversal} then -${amount} else ${amount} end` },
    count: `case when ${isReversal} then -1 else 1 end`,
    where: succeeded(source),
  })
}

function succeeded({ dialect, valueIn }: RecordSource): string {
  return `(${amongSql(dialect, valueIn('Application.Rcode'), SUCCEEDED)})`
}

function parsed(sum: string): Decimal {
  const amount = parseDecimal(sum)
  assert(amount !== undefined, `The record store returned the sum ${sum}.`)
  return amount
}
