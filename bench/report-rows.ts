import type { Engine } from '../src/platform/engine/engine.ts'

/** Rows in one insert: parts that lie over each other, as uploads make them. */
const INSERT_ROWS = 500_000

/** A month of transactions of one merchant, with what the report's usual fields ask for, made by the engine itself. */
export async function fillMonth(
  engine: Engine,
  month: { readonly merchantId: string; readonly from: string; readonly rows: number },
): Promise<void> {
  const { merchantId, from, rows } = month
  const stepMs = Math.floor((27 * 86_400_000) / rows)
  for (let at = 0; at < rows; at += INSERT_ROWS) {
    const count = Math.min(INSERT_ROWS, rows - at)
    await engine.mutate(
      `insert into transactions (organization_id, merchant_id, occurred_at, record_id, version,
        content_hash, received_at, source, request_id, transaction_date, merchant_reference_number,
        application_name, application_reason_code, application_rmsg, payment_data_requested_amount,
        payment_data_requested_amount_currency_code, payment_method_card_type,
        payment_method_account_suffix, bill_to_first_name, bill_to_last_name, bill_to_email)
      with ${at} + number as n, cityHash64(n) as h,
        toDateTime64({from: String}, 3, 'UTC') + toIntervalMillisecond((h % ${rows}) * ${Math.max(1, stepMs)}) as t
      select {merchantId: String}, {merchantId: String}, t, concat('r', toString(n)), 1,
        toFixedString(unhex(hex(MD5(toString(n)))), 16), now64(3, 'UTC'), 'ingest',
        concat('17631651092500', leftPad(toString(n), 8, '0')), t, concat('ORD-', toString(n)),
        if(n % 10 = 0, 'ics_credit', 'ics_bill'), '100', 'The request was successful.',
        toDecimal64((h % 100000) / 100, 4), ['USD', 'EUR', 'JPY', 'KWD'][1 + h % 4],
        ['Visa', 'Mastercard', 'American Express'][1 + h % 3], leftPad(toString(h % 10000), 4, '0'),
        ['Finn', 'José', 'Zoe', 'Olivia'][1 + h % 4], ['Weiß', 'Patel', 'Doyle', 'Quinn'][1 + h % 4],
        concat('payer', toString(n), '@example.com')
      from numbers(${count})`,
      { merchantId, from },
    )
  }
}

/** The columns of the report's usual fields, as they lie in the store. */
export const PLAIN_COLUMNS = `request_id, merchant_id, transaction_date, merchant_reference_number,
  application_name, application_reason_code, application_rmsg, payment_data_requested_amount,
  payment_data_requested_amount_currency_code, payment_method_card_type, payment_method_account_suffix,
  bill_to_first_name, bill_to_last_name, bill_to_email`
