import type pg from 'pg'
import type { Engine } from '../src/platform/engine/engine.ts'

/** Rows in one insert: the engine makes about one part of it for each month. */
const INSERT_ROWS = 1_000_000
const TABLES_AT_ONCE = 2
const YEAR_MS = 365 * 86_400_000
const YEAR_START = '2025-01-01T00:00:00Z'
export const MERCHANTS = 1_000

/** One payment in so many is reviewed, or disputed. */
const REVIEWED_ONE_IN = 10
const DISPUTED_ONE_IN = 250

export function merchantIdOf(index: number): string {
  return `bench-${String(index).padStart(4, '0')}`
}

/** The merchants whose payments they are, below an organization. */
export async function insertMerchants(client: pg.Client, parentId: string): Promise<void> {
  await client.query(
    `insert into organizations (organization_id, type, parent_id, path, name, time_zone, contact,
        status, has_fraud_management, created_at, updated_at)
      select 'bench-' || lpad(n::text, 4, '0'), 'merchant', parent.organization_id,
        parent.path || ('bench-' || lpad(n::text, 4, '0')), 'Bench ' || n, 'UTC', '{}', 'ACTIVE',
        false, now(), now()
      from generate_series(0, ${MERCHANTS - 1}) as n, organizations as parent
      where parent.organization_id = $1`,
    [parentId],
  )
  await client.query('vacuum analyze organizations')
}

type Table = {
  readonly name: string
  /** Of how many payments one has such a record. */
  readonly oneIn: number
  /** An expression of `t`, the time of the payment, and `day`, its first moment. */
  readonly occurredAt: string
  /** Columns beyond those that every record has, by name. */
  readonly values: Readonly<Record<string, string>>
}

const AMOUNT = 'toDecimal64((h % 100000) / 100, 4)'
const CURRENCY = `['USD', 'EUR', 'JPY', 'KWD'][1 + h % 4]`
const FEE = 'toDecimal64((h % 100000) / 5000, 4)'
const BATCHED_AT = 'day + toIntervalMinute(24 * 60 + 30)'
const SETTLED_AT = 'day + toIntervalHour(30)'
const FUNDED_AT = 'day + toIntervalHour(57)'
const REQUESTED = {
  payment_data_requested_amount: AMOUNT,
  payment_data_requested_amount_currency_code: CURRENCY,
}
const APPLICATION = { application_name: `if(n % 20 = 0, 'ics_credit', 'ics_bill')` }
const CARD = {
  payment_method_card_type: `['Visa', 'Mastercard', 'American Express', 'Discover'][1 + h % 4]`,
  payment_method_account_suffix: `leftPad(toString(h % 10000), 4, '0')`,
}
const BATCH = { batch_batch_id: `concat('B', toString(toDate(t)))`, batch_batch_date: BATCHED_AT }

const TABLES: readonly Table[] = [
  {
    name: 'transactions',
    oneIn: 1,
    occurredAt: 't',
    values: {
      ...APPLICATION,
      ...CARD,
      ...REQUESTED,
      payment_data_authorization_code: 'toString(h % 1000000)',
      bill_to_first_name: `['Finn', 'José', 'Zoe', 'Olivia'][1 + h % 4]`,
      bill_to_last_name: `['Weiß', 'Patel', 'Doyle', 'Quinn'][1 + h % 4]`,
    },
  },
  {
    name: 'batch_items',
    oneIn: 1,
    occurredAt: BATCHED_AT,
    values: { ...APPLICATION, ...CARD, ...REQUESTED, ...BATCH },
  },
  {
    name: 'settlements',
    oneIn: 1,
    occurredAt: SETTLED_AT,
    values: {
      ...{ ...APPLICATION, ...CARD, ...REQUESTED, ...BATCH },
      ...{ event_event: `'Settled'`, event_amount: AMOUNT, event_currency_code: CURRENCY },
    },
  },
  {
    name: 'fees',
    oneIn: 1,
    occurredAt: SETTLED_AT,
    values: {
      ...{ ...APPLICATION, ...CARD, fee_total_fee_amount: FEE, fee_total_fee_currency: CURRENCY },
      ...{ fee_interchange_amount: FEE, fee_interchange_currency: CURRENCY },
    },
  },
  {
    name: 'fundings',
    oneIn: 1,
    occurredAt: FUNDED_AT,
    values: {
      ...{ ...APPLICATION, ...CARD },
      ...{ funding_funding_amount: AMOUNT, funding_funding_currency: CURRENCY },
    },
  },
  {
    name: 'conversions',
    oneIn: REVIEWED_ONE_IN,
    occurredAt: 't + toIntervalHour(2)',
    values: {
      conversion_original_decision: `'REVIEW'`,
      conversion_new_decision: `'ACCEPT'`,
      conversion_reviewer: `'reviewer'`,
    },
  },
  {
    name: 'chargebacks_and_retrievals',
    oneIn: DISPUTED_ONE_IN,
    occurredAt: 't + toIntervalDay(20)',
    values: {
      ...{ ...APPLICATION, ...CARD },
      chargeback_and_retrieval_case_type: `'Chargeback'`,
      chargeback_and_retrieval_financial_impact_type: `'debit'`,
      chargeback_and_retrieval_chargeback_amount: AMOUNT,
      chargeback_and_retrieval_chargeback_currency: CURRENCY,
    },
  },
]

/** A year of payments of all merchants in turn, with what follows from each, made by the engine itself. */
export async function fillYear(engine: Engine, payments: number): Promise<void> {
  const tables = TABLES.values()
  const fillNext = async (): Promise<void> => {
    for (const table of tables) {
      for (let at = 0; at < payments; at += INSERT_ROWS) {
        const count = Math.min(INSERT_ROWS, payments - at)
        await engine.mutate(insertSql(table, { at, count, payments }))
      }
    }
  }
  await Promise.all(Array.from({ length: TABLES_AT_ONCE }, fillNext))
}

function insertSql(
  { name, oneIn, occurredAt, values }: Table,
  {
    at,
    count,
    payments,
  }: { readonly at: number; readonly count: number; readonly payments: number },
): string {
  const columns = {
    organization_id: `'bench'`,
    merchant_id: `concat('bench-', leftPad(toString(n % ${MERCHANTS}), 4, '0'))`,
    occurred_at: occurredAt,
    record_id: `concat('r', toString(n))`,
    version: '1',
    content_hash: `toFixedString(unhex(hex(MD5(toString(n)))), 16)`,
    received_at: `now64(3, 'UTC')`,
    source: `'ingest'`,
    request_id: `concat('17631651092500', leftPad(toString(n), 8, '0'))`,
    transaction_date: 't',
    merchant_reference_number: `concat('ORD-', toString(n))`,
    ...values,
  }
  return `insert into ${name} (${Object.keys(columns).join(', ')})
    with ${at} + number as n, cityHash64(n) as h,
      toDateTime64('${YEAR_START.slice(0, 19)}', 3, 'UTC') + toIntervalMillisecond(n * ${Math.floor(YEAR_MS / payments)}) as t,
      toStartOfDay(t) as day
    select ${Object.values(columns).join(', ')} from numbers(${count})
    where cityHash64(n, 7) % ${oneIn} = 0
    settings max_insert_block_size = ${INSERT_ROWS}, max_partitions_per_insert_block = 0`
}
