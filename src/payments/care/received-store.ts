import { PURCHASE_APPLICATIONS } from '../../catalogue/codes/purchase-applications.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { localTimeSql } from '../../platform/engine/local-time-sql.ts'
import { partsByRequestTime, type RecordSource, recordsWithin } from '../../records/index.ts'
import { type Steps, stepsWithinDays } from './steps-within-days.ts'

/** Money received or given back on one day, in one currency: all of it, or a part that is taken off. */
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

/**
 * Days with refunds that failed are sums, too, and so is all the rest; their amounts count nowhere. A condition that left the rest
 * out would be asked of every record, and take longer than the sums.
 */
type Row = Omit<ReceivedSum, 'amount' | 'kind'> & { readonly amount: string; readonly kind: Kind }
type Kind = ReceivedSum['kind'] | 'failed' | 'rest'
/** The kind of a sum by the applications of its records; those that are taken off are of the same kind. */
type Counted = { readonly kind: Kind; readonly applications: readonly string[]; readonly isTakenOff?: boolean }

const DAY_MS = 86_400_000
/** Senders of records may leave out the result of a request that succeeded. */
const SUCCEEDED = ['1', '']

/**
 * Sums up the payments of a period by day and currency, by the time of their requests, as transaction search finds them.
 * An authorization counts when it is captured, and a refund that failed later does not count.
 */
export async function sumReceived(engine: Engine, period: ReceivedPeriod): Promise<readonly ReceivedSum[]> {
  if (period.merchantIds.length === 0) return []
  const stepped = (kind: (typeof RECEIVED_KINDS)[number]): string => steppedByRequest(engine.dialect, kind, period)
  const sums = [
    sumsSql(engine, stepped('transaction'), MOVEMENTS),
    sumsSql(engine, stepped('external-payment'), EXTERNAL_PAYMENTS),
  ]
  const rows = await engine.rows<Row>(byDay(sums, engine, period))
  return [...sumsOf(rows), ...(await sumFailedRefunds(engine, period, rows))]
}

/**
 * Refunds that succeeded first and failed later, to be taken off. The record of the failure has the time of the refund's
 * request, so only days with failures are read for it.
 */
async function sumFailedRefunds(
  engine: Engine,
  period: ReceivedPeriod,
  rows: readonly Row[],
): Promise<readonly ReceivedSum[]> {
  const days = rows.flatMap(({ kind, day }) => (kind === 'failed' ? [Number(day)] : []))
  if (days.length === 0) return []
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const failing = {
    ...period,
    firstDay: period.firstDay.add({ days: first }),
    lastDay: period.firstDay.add({ days: last }),
  }
  const parts = [sumsSql(engine, failedRefunds(engine.dialect, failing), [{ ...REFUNDS, isTakenOff: true }])]
  return sumsOf(await engine.rows<Row>(byDay(parts, engine, period)))
}

function sumsOf(rows: readonly Row[]): readonly ReceivedSum[] {
  return rows.flatMap(({ kind, amount, ...row }) =>
    kind === 'failed' || kind === 'rest' ? [] : [{ ...row, kind, amount: parsed(amount) }],
  )
}

function spanOf({ timeZone, firstDay, lastDay }: ReceivedPeriod) {
  return { fromMs: startOf(firstDay, timeZone), toMs: startOf(lastDay.add({ days: 1 }), timeZone) }
}

/** A day may begin at one o'clock, where clocks are changed at midnight. */
function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).toInstant().epochMilliseconds
}

function byDay(parts: readonly string[], { dialect }: Pick<Engine, 'dialect'>, period: ReceivedPeriod): string {
  const { timeZone, firstDay } = period
  const [span, firstMs] = [spanOf(period), Date.parse(`${firstDay.toString()}T00:00:00Z`)]
  const steps = stepsWithinDays(timeZone, span)
  const local = localTimeSql(dialect, timeZone, span).localMs(`(step * ${steps.ms} - (${steps.offsetMs}))`)
  return `select of_kind as kind, of_day as day, ${dialect.textOf('of_currency')} as currency,
      cast(sum(counted) as bigint) as count, ${dialect.plainDecimal('coalesce(sum(moved), 0)')} as amount
    from (select of_kind, ${dialect.wholes(`${local} - (${firstMs})`, DAY_MS)} as of_day, of_currency, counted, moved
      from (${parts.join(' union all ')}) as stepped) as days
    group by of_kind, of_day, of_currency`
}

type Stepped = { readonly source: RecordSource; readonly requestedAt: string; readonly steps: Steps }

/** The records of a period, summed up by steps of the time of their requests. */
function steppedByRequest(dialect: Dialect, kind: (typeof RECEIVED_KINDS)[number], period: ReceivedPeriod): string {
  const span = spanOf(period)
  const steps = stepsWithinDays(period.timeZone, span)
  const parts = partsByRequestTime(dialect, kind, { merchantIds: period.merchantIds, ...span })
  return parts.map((part) => stepsSql({ ...part, steps })).join(' union all ')
}

/** Columns by which the records of a step of time are summed up, before anything else is asked of them. */
function stepsSql({ source: { dialect, valueIn, from }, requestedAt, steps }: Stepped, where = '(1 = 1)'): string {
  const amount = valueIn('PaymentData.RequestedAmount')
  return `select step, of_currency, application, rcode, count(*) as records, sum(amount) as signed,
      sum(abs(amount)) as unsigned
    from (select ${dialect.wholes(`${dialect.ms(requestedAt)} + (${steps.offsetMs})`, steps.ms)} as step,
        ${valueIn('PaymentData.RequestedAmountCurrencyCode')} as of_currency, ${valueIn('Application.Name')} as application,
        ${valueIn('Application.Rcode')} as rcode, ${amount} as amount
      from ${from} as records where ${where}) as of_steps
    group by step, of_currency, application, rcode`
}

/** Texts of few sums are compared far quicker than those of all records. */
function sumsSql({ dialect }: Pick<Engine, 'dialect'>, steps: string, counted: readonly Counted[]): string {
  const succeeded = amongSql(dialect, 'rcode', SUCCEEDED)
  const isOf = ({ kind, applications }: Counted): string =>
    `${kind === 'failed' ? 'not ' : ''}(${succeeded}) and ${amongSql(dialect, 'application', applications)}`
  const choice = (value: (one: Counted) => string): string =>
    counted.map((one) => `when ${isOf(one)} then ${value(one)}`).join(' ')
  // Senders write the amount of a refund with or without a sign.
  const moved = `case when of_kind = 'refunded' then unsigned else signed end`
  return `select of_kind, step, of_currency, sign * records as counted, sign * (${moved}) as moved
    from (select *, case ${choice(({ kind }) => dialect.text(kind))} else ${dialect.text('rest')} end as of_kind,
        case ${choice(({ isTakenOff = false }) => (isTakenOff ? '-1' : '1'))} else 0 end as sign
      from (${steps}) as summed) as named`
}

const REFUNDS: Counted = { kind: 'refunded', applications: KINDS.transaction.refund?.values ?? [] }

/** Payments and refunds that succeeded, and the days of refunds that failed. */
const MOVEMENTS: readonly Counted[] = [
  { ...REFUNDS, kind: 'failed' },
  REFUNDS,
  { kind: 'paid', applications: PURCHASE_APPLICATIONS },
]

const EXTERNAL_PAYMENTS: readonly Counted[] = [
  { kind: 'external', applications: ['external_payment'] },
  { kind: 'external', applications: ['external_payment_reversal'], isTakenOff: true },
]

function failedRefunds(dialect: Dialect, period: ReceivedPeriod): string {
  const span = spanOf(period)
  const source = recordsWithin(dialect, 'transaction', { merchantIds: period.merchantIds, ...span }, 'request')
  const { valueIn, isRefund, from } = source
  const requestId = valueIn('Request.RequestID')
  const failed = `select merchant_id, ${requestId} from ${from} as refunds
    where not (${amongSql(dialect, valueIn('Application.Rcode'), SUCCEEDED)}) and ${isRefund} and ${requestId} <> ''`
  const requestedAt = `coalesce(${valueIn('Request.TransactionDate')}, occurred_at)`
  const steps = stepsWithinDays(period.timeZone, span)
  return stepsSql({ source, requestedAt, steps }, `${isRefund} and (merchant_id, ${requestId}) in (${failed})`)
}

function parsed(sum: string): Decimal {
  const amount = parseDecimal(sum)
  assert(amount !== undefined, `The record store returned the sum ${sum}.`)
  return amount
}
