import type { Bar } from './figure.ts'
import { MERCHANTS, merchantIdOf } from './on-demand-rows.ts'

/** The request of a round: each has another merchant and day. */
export type Turn = { readonly merchantId: string; readonly from: string; readonly to: string }

export type Question = {
  readonly what: string
  readonly pathOf: (turn: Turn) => string
  /** Queries to the engine alone that read the data of the response; they run concurrently. */
  readonly bareOf: (turn: Turn) => readonly string[]
  readonly limitIs: string
  readonly bar?: Bar
}

const DAYS_BETWEEN_TURNS = 13

export function turnOf(round: number): Turn {
  const day = (hours: number): string =>
    Temporal.Instant.from('2025-03-02T00:00:00Z')
      .add({ hours: round * 24 * DAYS_BETWEEN_TURNS + hours })
      .toString()
  return { merchantId: merchantIdOf((round * 137) % MERCHANTS), from: day(0), to: day(24) }
}

const MERCHANT_BAR: Bar = { oursMax: 200 }
const ACCOUNT_BAR: Bar = { oursMax: 500 }

const JUNE = { from: '2025-06-01T00:00:00Z', to: '2025-07-01T00:00:00Z' }
const OF_JUNE = `startTime=${JUNE.from}&endTime=${JUNE.to}`

const between = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `is_deleted = 0 and occurred_at >= ${timestamp(from)} and occurred_at < ${timestamp(to)}`
const within = (turn: Turn): string => `merchant_id = '${turn.merchantId}' and ${between(turn)}`

function timestamp(iso: string): string {
  return `timestamp '${iso.slice(0, 19).replace('T', ' ')}'`
}

/** The sums of net funding. */
const SUMS = [
  'sum(payment_data_requested_amount) as amount from batch_items',
  'sum(event_amount) as amount from settlements',
  'sum(funding_funding_amount) as amount from fundings',
  'sum(fee_total_fee_amount) as amount from fees',
  'sum(chargeback_and_retrieval_chargeback_amount) as amount from chargebacks_and_retrievals',
]
const netOf = (condition: string): readonly string[] =>
  SUMS.map(
    (sum) => `select payment_method_card_type, application_name, count(*) as items, ${sum}
      where ${condition} group by 1, 2`,
  )
const batchesOf = (condition: string, more: readonly string[] = []): string => {
  const groups = [
    ...['payment_method_card_type', 'application_name'],
    ...['payment_data_requested_amount_currency_code', ...more],
  ]
  return `select ${groups.join(', ')}, count(*) as items, sum(payment_data_requested_amount) as amount
    from batch_items where ${condition} group by all`
}
const DAY = 'cast(occurred_at as date) as day'

/** A list of one kind of records, of a merchant's day. */
function listQuestion(report: string, what: string, table: string): Question {
  return {
    what: `${what}, a merchant’s day`,
    pathOf: ({ merchantId, from, to }) => `${report}?organizationId=${merchantId}&startTime=${from}&endTime=${to}`,
    bareOf: (turn) => [`select * from ${table} where ${within(turn)}`],
    limitIs: 'the engine reading the same records',
    bar: MERCHANT_BAR,
  }
}

const DISPUTES = 'chargebacks_and_retrievals'

export const QUESTIONS: readonly Question[] = [
  listQuestion('conversion-details', 'conversion details', 'conversions'),
  listQuestion('chargeback-details', 'chargeback details', DISPUTES),
  listQuestion('chargeback-summaries', 'chargeback summaries', DISPUTES),
  listQuestion('retrieval-details', 'retrieval details', DISPUTES),
  listQuestion('retrieval-summaries', 'retrieval summaries', DISPUTES),
  listQuestion('interchange-clearing-level-details', 'interchange details', 'fees'),
  listQuestion('notification-of-changes', 'notifications of changes', 'processor_events'),
  {
    ...listQuestion('purchase-refund-details', 'purchase and refund details', 'batch_items'),
    limitIs: 'the engine reading the batch items of the day, without what belongs to them',
  },
  {
    ...listQuestion('net-fundings', 'net fundings', ''),
    bareOf: (turn) => netOf(within(turn)),
    limitIs: 'five bare sums by the engine, at the same time',
  },
  {
    ...listQuestion('payment-batch-summaries', 'payment batch summaries', ''),
    bareOf: (turn) => [batchesOf(within(turn))],
    limitIs: 'a bare sum by the engine',
  },
  {
    what: 'net fundings, an account’s month',
    pathOf: () => `net-fundings?${OF_JUNE}`,
    bareOf: () => netOf(between(JUNE)),
    limitIs: 'five bare sums by the engine, at the same time',
    bar: ACCOUNT_BAR,
  },
  {
    what: 'payment batch summaries by day, an account’s month',
    pathOf: () => `payment-batch-summaries?${OF_JUNE}&rollUp=day&breakdown=account_rollup`,
    bareOf: () => [batchesOf(between(JUNE), [DAY])],
    limitIs: 'a bare sum by the engine',
    bar: ACCOUNT_BAR,
  },
  {
    what: 'payment batch summaries by day and merchant, an account’s month',
    pathOf: () => `payment-batch-summaries?${OF_JUNE}&rollUp=day&breakdown=all_merchant`,
    bareOf: () => [batchesOf(between(JUNE), [DAY, 'merchant_id'])],
    limitIs: 'a bare sum by the engine',
  },
  {
    what: 'purchase and refund details, the first 2,000 of an account’s day',
    pathOf: ({ from, to }) => `purchase-refund-details?startTime=${from}&endTime=${to}`,
    bareOf: (turn) => [`select * from batch_items where ${between(turn)} limit 2000`],
    limitIs: 'the engine reading 2,000 batch items of the day, without what belongs to them',
    bar: ACCOUNT_BAR,
  },
]
