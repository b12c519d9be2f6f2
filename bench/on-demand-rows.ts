import type pg from 'pg'

export const MERCHANTS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The longest time between a payment and a record that follows from it. */
const AFTERMATH_DAYS = 21

/** The time in which the payments are made, evenly spread. */
type Span = { readonly startMs: number; readonly days: number }
const YEAR: Span = { startMs: Date.UTC(2025, 0), days: 365 }

/** One payment in this many is reviewed, disputed, or made from an account that its bank corrects. */
const REVIEWED_ONE_IN = 10
const DISPUTED_ONE_IN = 10
const CORRECTED_ONE_IN = 10

export function merchantIdOf(index: number): string {
  return `bench-${String(index).padStart(4, '0')}`
}

/** The merchants of the payments, below an organization. */
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
  /** One in this many payments has such a record. */
  readonly oneIn: number
  /** An expression of `t`, the time of the payment, and `day`, its first moment. */
  readonly occurredAt: string
  /** No record occurs later than this after its payment. */
  readonly hoursMax: number
  /** Columns beyond those that every record has, by name. */
  readonly values: Readonly<Record<string, string>>
}

const AMOUNT = 'cast((h % 100000) / 100 as decimal(18, 4))'
const CURRENCY = `['USD', 'EUR', 'JPY', 'KWD'][1 + h % 4]`
const FEE = 'cast((h % 100000) / 5000 as decimal(18, 4))'
const BATCHED_AT = 'day + interval 1470 minute'
const SETTLED_AT = 'day + interval 30 hour'
const FUNDED_AT = 'day + interval 57 hour'
const REQUESTED = {
  payment_data_requested_amount: AMOUNT,
  payment_data_requested_amount_currency_code: CURRENCY,
}
const APPLICATION = {
  application_name: `case when n % 20 = 0 then 'ics_credit' else 'ics_bill' end`,
}
const CARD = {
  payment_method_card_type: `['Visa', 'Mastercard', 'American Express', 'Discover'][1 + h % 4]`,
  payment_method_account_suffix: `lpad((h % 10000)::varchar, 4, '0')`,
}
const BATCH = {
  batch_batch_id: `'B' || cast(cast(t as date) as varchar)`,
  batch_batch_date: BATCHED_AT,
}
const DISPUTE = 'chargeback_and_retrieval'

const TABLES: readonly Table[] = [
  {
    name: 'transactions',
    oneIn: 1,
    occurredAt: 't',
    hoursMax: 0,
    values: {
      ...APPLICATION,
      ...CARD,
      ...REQUESTED,
      payment_data_authorization_code: '(h % 1000000)::varchar',
      bill_to_first_name: `['Finn', 'José', 'Zoe', 'Olivia'][1 + h % 4]`,
      bill_to_last_name: `['Weiß', 'Patel', 'Doyle', 'Quinn'][1 + h % 4]`,
    },
  },
  {
    name: 'batch_items',
    oneIn: 1,
    occurredAt: BATCHED_AT,
    hoursMax: 25,
    values: { ...APPLICATION, ...CARD, ...REQUESTED, ...BATCH },
  },
  {
    name: 'settlements',
    oneIn: 1,
    occurredAt: SETTLED_AT,
    hoursMax: 30,
    values: {
      ...{ ...APPLICATION, ...CARD, ...REQUESTED, ...BATCH },
      ...{ event_event: `'Settled'`, event_amount: AMOUNT, event_currency_code: CURRENCY },
    },
  },
  {
    name: 'fees',
    oneIn: 1,
    occurredAt: SETTLED_AT,
    hoursMax: 30,
    values: {
      ...{ ...APPLICATION, ...CARD, fee_total_fee_amount: FEE, fee_total_fee_currency: CURRENCY },
      ...{ fee_interchange_amount: FEE, fee_interchange_currency: CURRENCY },
      ...{ fee_settlement_amount: AMOUNT, fee_settlement_currency: CURRENCY },
    },
  },
  {
    name: 'fundings',
    oneIn: 1,
    occurredAt: FUNDED_AT,
    hoursMax: 57,
    values: {
      ...{ ...APPLICATION, ...CARD },
      ...{ funding_funding_amount: AMOUNT, funding_funding_currency: CURRENCY },
    },
  },
  {
    name: 'conversions',
    oneIn: REVIEWED_ONE_IN,
    occurredAt: 't + interval 2 hour',
    hoursMax: 2,
    values: {
      conversion_original_decision: `'REVIEW'`,
      conversion_new_decision: `'ACCEPT'`,
      conversion_reviewer: `'reviewer'`,
    },
  },
  {
    name: 'chargebacks_and_retrievals',
    oneIn: DISPUTED_ONE_IN,
    occurredAt: 't + interval 20 day',
    hoursMax: 20 * 24,
    values: {
      ...{ ...APPLICATION, ...CARD },
      [`${DISPUTE}_case_type`]: `['Chargeback', 'Retrieval'][1 + (h // 8) % 2]`,
      [`${DISPUTE}_financial_impact_type`]: `'debit'`,
      [`${DISPUTE}_chargeback_amount`]: AMOUNT,
      [`${DISPUTE}_chargeback_currency`]: CURRENCY,
    },
  },
  {
    name: 'processor_events',
    oneIn: CORRECTED_ONE_IN,
    occurredAt: 't + interval 2 day',
    hoursMax: 48,
    values: {
      ...{ event_event: `'Correction'`, event_event_date: 't + interval 2 day' },
      event_processor_message: `'C01: The account number is wrong.'`,
    },
  },
]

export const FILLED_TABLES = TABLES.map(({ name }) => name)

/**
 * A year, or another time, of payments of all merchants in turn, with the records that follow. Each month of a table is
 * in the order of merchants and times, which is how the engine keeps closed months.
 */
export function* paymentsSql(payments: number, span = YEAR): Generator<string> {
  const months = monthsOf(span).map((month) => ({ ...month, payments, span }))
  // Rows of a table are read by several threads concurrently, those of a range are not.
  yield `create temp table numbers as select range as i from range(${payments + MERCHANTS})`
  for (const table of TABLES) for (const month of months) yield insertSql(table, month)
}

type FilledMonth = {
  readonly fromMs: number
  readonly toMs: number
  readonly payments: number
  readonly span: Span
}

function monthsOf({ startMs, days }: Span): readonly Pick<FilledMonth, 'fromMs' | 'toMs'>[] {
  const first = new Date(startMs)
  const endMs = startMs + (days + AFTERMATH_DAYS) * DAY_MS
  const months: Pick<FilledMonth, 'fromMs' | 'toMs'>[] = []
  for (
    let month = first.getUTCMonth();
    months.at(-1) === undefined || (months.at(-1)?.toMs ?? 0) <= endMs;
    month += 1
  ) {
    const [fromMs, toMs] = [month, month + 1].map((one) => Date.UTC(first.getUTCFullYear(), one))
    months.push({ fromMs: fromMs ?? 0, toMs: toMs ?? 0 })
  }
  return months
}

const REQUEST_ID = `'17631651092500' || lpad(n::varchar, 8, '0')`
/** Tables whose records are not looked up by their request. */
const WITHOUT_REQUEST_INDEX: ReadonlySet<string> = new Set(['conversions', 'chargebacks_and_retrievals'])

function insertSql(table: Table, month: FilledMonth): string {
  const columns = {
    organization_id: `'bench'`,
    merchant_id: `'bench-' || lpad((n % ${MERCHANTS})::varchar, 4, '0')`,
    occurred_at: 'occurs_at',
    record_id: `'r' || n`,
    version: '1',
    content_hash: 'unhex(md5(n::varchar))',
    received_at: 'now()::timestamp',
    first_received_at: 'now()::timestamp',
    source: `'ingest'`,
    request_id: REQUEST_ID,
    ...(WITHOUT_REQUEST_INDEX.has(table.name)
      ? {}
      : { request_id_number: `try_cast(left(${REQUEST_ID}, 19) as ubigint)` }),
    transaction_date: 't',
    merchant_reference_number: `'ORD-' || n`,
    ...table.values,
  }
  return `insert into ${table.name} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')} from (${monthSql(table, month)}) as made
    where occurs_at >= make_timestamp_ms(${month.fromMs})
      and occurs_at < make_timestamp_ms(${month.toMs})`
}

/** All payments of one merchant after those of another, so that nothing has to be sorted. */
function monthSql({ oneIn, occurredAt, hoursMax }: Table, { fromMs, toMs, payments, span }: FilledMonth): string {
  const stepMs = (span.days * DAY_MS) / payments
  const turnAt = (ms: number): number => {
    const n = Math.floor((ms - span.startMs) / stepMs)
    return Math.floor(Math.min(payments, Math.max(0, n)) / MERCHANTS)
  }
  const first = turnAt(fromMs - hoursMax * HOUR_MS)
  const turns = turnAt(toMs) + 1 - first
  return `select (${first} + i % ${turns}) * ${MERCHANTS} + i // ${turns} as n,
      cast(hash(n) % 9223372036854775807 as bigint) as h,
      make_timestamp_ms(cast(${span.startMs} + n * ${stepMs} as bigint)) as t,
      date_trunc('day', t) as day, ${occurredAt} as occurs_at
    from numbers where i < ${turns * MERCHANTS} and n < ${payments} and hash(n, 7) % ${oneIn} = 0`
}
