/** Rows in one insert: they come in no order, as uploads of several machines do. */
const INSERT_ROWS = 500_000
/** The part of a month that has rows. */
export const SPAN_MS = 27 * 86_400_000

/** A period that holds nothing but the rows of one report. */
export type Month = { readonly merchantId: string; readonly from: string; readonly to: string }

export function monthOf(merchantId: string, index: number): Month {
  const month = String(index + 1).padStart(2, '0')
  return { merchantId, from: `2026-${month}-01T00:00:00Z`, to: `2026-${month}-28T12:00:00Z` }
}

/** Makes a month of transactions of one merchant, with the columns of the report's default fields. */
export function* monthSql({ merchantId, from }: Month, rows: number): Generator<string> {
  const stepMs = Math.max(1, Math.floor(SPAN_MS / rows))
  // Rows of a table are read by several threads concurrently, those of a range are not.
  yield `create or replace temp table numbers as select range as n from range(${rows})`
  for (let at = 0; at < rows; at += INSERT_ROWS) {
    const end = Math.min(rows, at + INSERT_ROWS)
    yield `insert into transactions (organization_id, merchant_id, occurred_at, record_id, version,
        content_hash, received_at, first_received_at, source, request_id, transaction_date,
        merchant_reference_number, application_name, application_reason_code, application_rmsg,
        payment_data_requested_amount, payment_data_requested_amount_currency_code,
        payment_method_card_type, payment_method_account_suffix, bill_to_first_name,
        bill_to_last_name, bill_to_email)
      select '${merchantId}', '${merchantId}', t, 'r' || n, 1, unhex(md5(cast(n as varchar))),
        now()::timestamp, now()::timestamp, 'ingest', '17631651092500' || lpad(n::varchar, 8, '0'), t,
        'ORD-' || n, case when n % 10 = 0 then 'ics_credit' else 'ics_bill' end, '100',
        'The request was successful.', cast((h % 100000) / 100 as decimal(18, 4)),
        ['USD', 'EUR', 'JPY', 'KWD'][1 + h % 4], ['Visa', 'Mastercard', 'American Express'][1 + h % 3],
        lpad((h % 10000)::varchar, 4, '0'), ['Finn', 'José', 'Zoe', 'Olivia'][1 + h % 4],
        ['Weiß', 'Patel', 'Doyle', 'Quinn'][1 + h % 4], 'payer' || n || '@example.com'
      from (select n, cast(hash(n) % 9223372036854775807 as bigint) as h,
          ${timestamp(from)} + to_milliseconds((h % ${rows}) * ${stepMs}) as t
        from numbers where n >= ${at} and n < ${end})`
  }
}

/** The columns of the report's default fields. */
export const REPORT_COLUMNS = [
  ...['request_id', 'merchant_id', 'transaction_date', 'merchant_reference_number'],
  ...['application_name', 'application_reason_code', 'application_rmsg'],
  ...['payment_data_requested_amount', 'payment_data_requested_amount_currency_code'],
  ...['payment_method_card_type', 'payment_method_account_suffix'],
  ...['bill_to_first_name', 'bill_to_last_name', 'bill_to_email'],
] as const

/** The rows of the report from DuckDB's table, as they are stored; `inOrder` as the report has them. */
export function storedRowsSql(
  { merchantId, from, to }: Month,
  { columns, order }: { readonly columns: readonly string[]; readonly order: string },
): string {
  return `select ${columns.join(', ')} from transactions
    where is_deleted = 0 and merchant_id = '${merchantId}'
      and occurred_at >= ${timestamp(from)} and occurred_at < ${timestamp(to)} ${order}`
}

export const REPORT_ORDER = 'order by occurred_at, record_id'

function timestamp(iso: string): string {
  return `timestamp '${iso.slice(0, 19).replace('T', ' ')}'`
}
