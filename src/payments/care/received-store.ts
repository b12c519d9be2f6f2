import { PURCHASE_APPLICATIONS } from '../../catalogue/codes/purchase-applications.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { localTimeSql } from '../../platform/engine/local-time-sql.ts'
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
  const parts = [movements(transactions), failedRefunds(transactions), externalPayments(external)]
  const rows = await engine.rows<Row>(byDay(parts, { dialect: engine.dialect, timeZone, span, firstDay }))
  return rows.map(({ amount, ...row }) => ({ ...row, amount: parsed(amount) }))
}

/** A day may begin at one o'clock, where clocks are changed at midnight. */
function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).toInstant().epochMilliseconds
}

type Calendar = Pick<ReceivedPeriod, 'timeZone' | 'firstDay'> & {
  readonly dialect: Dialect
  readonly span: { readonly fromMs: number; readonly toMs: number }
}

/** Days of all zones begin with a quarter of an hour of UTC, so few rows need the calendar of the zone. */
const QUARTER_MS = 900_000

function byDay(parts: readonly string[], { dialect, timeZone, span, firstDay }: Calendar): string {
  const firstMs = Date.parse(`${firstDay.toString()}T00:00:00Z`)
  const local = localTimeSql(dialect, timeZone, span).localMs(`(quarter * ${QUARTER_MS})`)
  return `select of_kind as kind, of_day as day, ${dialect.textOf('of_currency')} as currency,
      cast(sum(counted) as bigint) as count, ${dialect.plainDecimal('coalesce(sum(moved), 0)')} as amount
    from (select of_kind, ${dialect.wholes(`${local} - (${firstMs})`, DAY_MS)} as of_day, of_currency, counted, moved
      from (${parts.join(' union all ')}) as quarters) as days
    group by of_kind, of_day, of_currency`
}

/** Columns by which the records of a quarter of an hour are summed up, before anything else is asked of them. */
function quartersSql({ dialect, valueIn, from }: RecordSource, where = '(1 = 1)'): string {
  const requestedAt = dialect.ms(`coalesce(${valueIn('Request.TransactionDate')}, occurred_at)`)
  const amount = valueIn('PaymentData.RequestedAmount')
  return `select quarter, of_currency, application, rcode, count(*) as records, sum(amount) as signed,
      sum(abs(amount)) as unsigned
    from (select ${dialect.wholes(requestedAt, QUARTER_MS)} as quarter,
        ${valueIn('PaymentData.RequestedAmountCurrencyCode')} as of_currency, ${valueIn('Application.Name')} as application,
        ${valueIn('Application.Rcode')} as rcode, ${amount} as amount
      from ${from} as records where ${where}) as of_quarters
    group by quarter, of_currency, application, rcode`
}

type Counted = { readonly kind: Row['kind']; readonly applications: readonly string[] }

/** Texts of few sums are compared far quicker than those of all records. */
function sumsSql({ dialect }: RecordSource, quarters: string, counted: readonly Counted[], isTakenOff = false): string {
  const isOne = (applications: readonly string[]) => amongSql(dialect, 'application', applications)
  const kinds = counted.map(({ kind, applications }) => `when ${isOne(applications)} then ${dialect.text(kind)}`)
  // Senders write the amount of a refund with or without a sign.
  const moved = `case when of_kind = 'refunded' then unsigned else signed end`
  const sign = isTakenOff ? '-' : ''
  return `select of_kind, quarter, of_currency, ${sign}records as counted, ${sign}(${moved}) as moved
    from (select *, case ${kinds.join(' ')} else '' end as of_kind from (${quarters}) as summed
      where ${amongSql(dialect, 'rcode', SUCCEEDED)}) as named
    where of_kind <> ''`
}

const REFUND_APPLICATIONS = KINDS.transaction.refund?.values ?? []

/** Payments and refunds that succeeded. */
function movements(source: RecordSource): string {
  return sumsSql(source, quartersSql(source), [
    { kind: 'refunded', applications: REFUND_APPLICATIONS },
    { kind: 'paid', applications: PURCHASE_APPLICATIONS },
  ])
}

/**
 * Refunds that succeeded first and failed later, to be taken off. The record of the failure has the time of the refund's
 * request, so it is in the period too.
 */
function failedRefunds(source: RecordSource): string {
  const { dialect, valueIn, isRefund, from } = source
  const requestId = valueIn('Request.RequestID')
  const failed = `select merchant_id, ${requestId} from ${from} as refunds
    where not (${amongSql(dialect, valueIn('Application.Rcode'), SUCCEEDED)}) and ${isRefund} and ${requestId} <> ''`
  const quarters = quartersSql(source, `${isRefund} and (merchant_id, ${requestId}) in (${failed})`)
  return sumsSql(source, quarters, [{ kind: 'refunded', applications: REFUND_APPLICATIONS }], true)
}

function externalPayments(source: RecordSource): string {
  const quarters = quartersSql(source)
  return [
    sumsSql(source, quarters, [{ kind: 'external', applications: ['external_payment'] }]),
    sumsSql(source, quarters, [{ kind: 'external', applications: ['external_payment_reversal'] }], true),
  ].join(' union all ')
}

function parsed(sum: string): Decimal {
  const amount = parseDecimal(sum)
  assert(amount !== undefined, `The record store returned the sum ${sum}.`)
  return amount
}
