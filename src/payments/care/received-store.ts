import { PURCHASE_APPLICATIONS } from '../../catalogue/codes/purchase-applications.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { amongSql } from '../../platform/engine/among-sql.ts'
import type { Dialect } from '../../platform/engine/dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { localTimeSql } from '../../platform/engine/local-time-sql.ts'
import { type RecordSource, recordsWithin } from '../../records/index.ts'
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

/** Days with refunds that failed are sums, too, whose amounts count nowhere. */
type Row = Omit<ReceivedSum, 'amount' | 'kind'> & { readonly amount: string; readonly kind: Kind }
type Kind = ReceivedSum['kind'] | 'failed'

const DAY_MS = 86_400_000
/** Senders of records may leave out the result of a request that succeeded. */
const SUCCEEDED = ['1', '']

/**
 * Sums up the payments of a period by day and currency, by the time of their requests, as transaction search finds them.
 * An authorization counts when it is captured, and a refund that failed later does not count.
 */
export async function sumReceived(engine: Engine, period: ReceivedPeriod): Promise<readonly ReceivedSum[]> {
  if (period.merchantIds.length === 0) return []
  const [transactions, external] = RECEIVED_KINDS.map((kind) => recordsOf(engine.dialect, kind, period))
  assert(transactions !== undefined && external !== undefined, 'Each kind has its records.')
  const rows = await engine.rows<Row>(byDay([movements(transactions), externalPayments(external)], engine, period))
  const sums = rows.flatMap(({ kind, amount, ...row }) =>
    kind === 'failed' ? [] : [{ ...row, kind, amount: parsed(amount) }],
  )
  return [...sums, ...(await sumFailedRefunds(engine, period, rows))]
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
  const parts = [failedRefunds(recordsOf(engine.dialect, 'transaction', failing))]
  const failed = await engine.rows<Row & { readonly kind: 'refunded' }>(byDay(parts, engine, period))
  return failed.map(({ amount, ...row }) => ({ ...row, amount: parsed(amount) }))
}

function recordsOf(dialect: Dialect, kind: (typeof RECEIVED_KINDS)[number], period: ReceivedPeriod): Stepped {
  const source = recordsWithin(dialect, kind, { merchantIds: period.merchantIds, ...spanOf(period) }, 'request')
  return { source, steps: stepsWithinDays(period.timeZone, spanOf(period)) }
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

type Stepped = { readonly source: RecordSource; readonly steps: Steps }

/** Columns by which the records of a step of time are summed up, before anything else is asked of them. */
function stepsSql({ source: { dialect, valueIn, from }, steps }: Stepped, where = '(1 = 1)'): string {
  const requestedAt = dialect.ms(`coalesce(${valueIn('Request.TransactionDate')}, occurred_at)`)
  const amount = valueIn('PaymentData.RequestedAmount')
  return `select step, of_currency, application, rcode, count(*) as records, sum(amount) as signed,
      sum(abs(amount)) as unsigned
    from (select ${dialect.wholes(`${requestedAt} + (${steps.offsetMs})`, steps.ms)} as step,
        ${valueIn('PaymentData.RequestedAmountCurrencyCode')} as of_currency, ${valueIn('Application.Name')} as application,
        ${valueIn('Application.Rcode')} as rcode, ${amount} as amount
      from ${from} as records where ${where}) as of_steps
    group by step, of_currency, application, rcode`
}

type Counted = { readonly kind: Kind; readonly applications: readonly string[] }

/** Texts of few sums are compared far quicker than those of all records. */
function sumsSql(
  { source: { dialect } }: Stepped,
  steps: string,
  counted: readonly Counted[],
  isTakenOff = false,
): string {
  const succeeded = amongSql(dialect, 'rcode', SUCCEEDED)
  const kinds = counted.map(
    ({ kind, applications }) =>
      `when ${kind === 'failed' ? 'not ' : ''}(${succeeded}) and ${amongSql(dialect, 'application', applications)} then ${dialect.text(kind)}`,
  )
  // Senders write the amount of a refund with or without a sign.
  const moved = `case when of_kind = 'refunded' then unsigned else signed end`
  const sign = isTakenOff ? '-' : ''
  return `select of_kind, step, of_currency, ${sign}records as counted, ${sign}(${moved}) as moved
    from (select *, case ${kinds.join(' ')} else '' end as of_kind from (${steps}) as summed) as named
    where of_kind <> ''`
}

const REFUND_APPLICATIONS = KINDS.transaction.refund?.values ?? []

/** Payments and refunds that succeeded, and the days of refunds that failed. */
function movements(stepped: Stepped): string {
  return sumsSql(stepped, stepsSql(stepped), [
    { kind: 'failed', applications: REFUND_APPLICATIONS },
    { kind: 'refunded', applications: REFUND_APPLICATIONS },
    { kind: 'paid', applications: PURCHASE_APPLICATIONS },
  ])
}

function failedRefunds(stepped: Stepped): string {
  const { dialect, valueIn, isRefund, from } = stepped.source
  const requestId = valueIn('Request.RequestID')
  const failed = `select merchant_id, ${requestId} from ${from} as refunds
    where not (${amongSql(dialect, valueIn('Application.Rcode'), SUCCEEDED)}) and ${isRefund} and ${requestId} <> ''`
  const steps = stepsSql(stepped, `${isRefund} and (merchant_id, ${requestId}) in (${failed})`)
  return sumsSql(stepped, steps, [{ kind: 'refunded', applications: REFUND_APPLICATIONS }], true)
}

function externalPayments(stepped: Stepped): string {
  const steps = stepsSql(stepped)
  return [
    sumsSql(stepped, steps, [{ kind: 'external', applications: ['external_payment'] }]),
    sumsSql(stepped, steps, [{ kind: 'external', applications: ['external_payment_reversal'] }], true),
  ].join(' union all ')
}

function parsed(sum: string): Decimal {
  const amount = parseDecimal(sum)
  assert(amount !== undefined, `The record store returned the sum ${sum}.`)
  return amount
}
