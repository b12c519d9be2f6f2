import { type Money, parseMoney } from '../../kernel/money.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { KINDS, type RecordKind } from '../domain/catalogue/kinds.ts'

/** Records whose ids begin with the tag, of these merchants. */
type Tagged = { readonly tag: string; readonly merchantIds: readonly string[] }

const IS_TAGGED = `merchant_id in {merchantIds: Array(String)}
  and startsWith(record_id, concat({tag: String}, '-'))`
const COLLAPSED = { do_not_merge_across_partitions_select_final: 1 } as const

/** Whether anything but demo data has such ids: it must not be overwritten. */
export async function hasForeignRecords(
  clickhouse: ClickHouse,
  kind: RecordKind,
  tagged: Tagged,
): Promise<boolean> {
  const query = `select 1 from ${kind.table} where ${IS_TAGGED} and source != 'demo' limit 1`
  return (await clickhouse.rows(query, tagged)).length > 0
}

export async function hasDemoRecord(
  clickhouse: ClickHouse,
  kind: RecordKind,
  identity: { readonly merchantId: string; readonly recordId: string },
): Promise<boolean> {
  const query = `select 1 from ${kind.table} final
    where merchant_id = {merchantId: String} and record_id = {recordId: String} limit 1`
  return (await clickhouse.rows(query, identity)).length > 0
}

export async function countDemoRecords(
  clickhouse: ClickHouse,
  kind: RecordKind,
  tagged: Tagged,
): Promise<number> {
  const query = `select count() as records from ${kind.table} final where ${IS_TAGGED}`
  const [counted] = await clickhouse.rows<{ records: number }>(query, tagged, COLLAPSED)
  return counted?.records ?? 0
}

/** What was taken and given back in one currency. */
export type DemoTotal = {
  readonly currency: string
  readonly purchases: number
  readonly purchased: Money
  readonly refunds: number
  readonly refunded: Money
}

export async function sumDemoTransactions(
  clickhouse: ClickHouse,
  tagged: Tagged,
): Promise<readonly DemoTotal[]> {
  const query = `select payment_data_currency_code as currency,
      countIf(application_name = 'ics_bill') as purchases,
      toString(sumIf(assumeNotNull(payment_data_requested_amount), application_name = 'ics_bill')) as purchased,
      countIf(application_name = 'ics_credit') as refunds,
      toString(sumIf(assumeNotNull(payment_data_requested_amount), application_name = 'ics_credit')) as refunded
    from ${KINDS.transaction.table} final where ${IS_TAGGED} group by currency order by currency`
  type Row = Omit<DemoTotal, 'purchased' | 'refunded'> & Record<'purchased' | 'refunded', string>
  const rows = await clickhouse.rows<Row>(query, tagged, COLLAPSED)
  return rows.map(({ currency, purchases, purchased, refunds, refunded }) => ({
    currency,
    purchases,
    purchased: parseMoney(purchased, currency),
    refunds,
    refunded: parseMoney(refunded, currency),
  }))
}

/** How many demo transactions of these merchants other plans have made. */
export async function countOtherDemoTransactions(
  clickhouse: ClickHouse,
  tagged: Tagged,
): Promise<number> {
  const query = `select count() as records from ${KINDS.transaction.table} final
    where merchant_id in {merchantIds: Array(String)} and source = 'demo'
      and not startsWith(record_id, concat({tag: String}, '-'))`
  const [counted] = await clickhouse.rows<{ records: number }>(query, tagged, COLLAPSED)
  return counted?.records ?? 0
}

/** Demo data of these merchants, or all there are. */
export function demoRows(merchantIds: readonly string[] | undefined) {
  return merchantIds === undefined
    ? { where: `source = 'demo'`, params: {} }
    : {
        where: `source = 'demo' and merchant_id in {merchantIds: Array(String)}`,
        params: { merchantIds },
      }
}
