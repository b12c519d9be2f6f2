import { KINDS, type RecordKind } from '../catalogue/kinds.ts'
import { type Money, parseMoney } from '../kernel/money.ts'
import { amongSql } from '../platform/engine/among-sql.ts'
import type { Dialect } from '../platform/engine/dialect.ts'
import type { Engine } from '../platform/engine/engine.ts'

/** Records of these merchants whose ids begin with the tag. */
type Tagged = { readonly tag: string; readonly merchantIds: readonly string[] }

function isTaggedSql(dialect: Dialect, { tag, merchantIds }: Tagged): string {
  return `${amongSql(dialect, 'merchant_id', merchantIds)} and ${dialect.beginsWith('record_id', `${tag}-`)}`
}

/** Whether records other than demo data have such ids; they must not be overwritten. */
export async function hasOtherRecords(engine: Engine, kind: RecordKind, tagged: Tagged): Promise<boolean> {
  const isTagged = isTaggedSql(engine.dialect, tagged)
  const query = `select 1 as found from ${kind.table} where ${isTagged} and source != 'demo' limit 1`
  return (await engine.rows(query)).length > 0
}

export async function hasDemoRecord(
  engine: Engine,
  kind: RecordKind,
  identity: { readonly merchantId: string; readonly recordId: string },
): Promise<boolean> {
  const { dialect } = engine
  const { merchantId, recordId } = identity
  const query = `select 1 as found from ${dialect.newest(kind.table)}
    where merchant_id = ${dialect.text(merchantId)} and record_id = ${dialect.text(recordId)} limit 1`
  return (await engine.rows(query)).length > 0
}

export async function countDemoRecords(engine: Engine, kind: RecordKind, tagged: Tagged): Promise<number> {
  return countWhere(engine, kind, isTaggedSql(engine.dialect, tagged))
}

async function countWhere(engine: Engine, kind: RecordKind, where: string): Promise<number> {
  const query = `select count(*) as records from ${engine.dialect.newest(kind.table)} where ${where}`
  const [counted] = await engine.rows<{ records: number }>(query)
  return counted?.records ?? 0
}

/** Purchases and refunds in one currency. */
export type DemoTotal = {
  readonly currency: string
  readonly purchases: number
  readonly purchased: Money
  readonly refunds: number
  readonly refunded: Money
}

export async function sumDemoTransactions(engine: Engine, tagged: Tagged): Promise<readonly DemoTotal[]> {
  const { dialect } = engine
  const sumOf = (application: string): string => {
    const sum = `sum(payment_data_requested_amount) filter (where application_name = '${application}')`
    return dialect.plainDecimal(`coalesce(${sum}, 0)`)
  }
  const query = `select payment_data_currency_code as currency,
      count(*) filter (where application_name = 'ics_bill') as purchases,
      ${sumOf('ics_bill')} as purchased,
      count(*) filter (where application_name = 'ics_credit') as refunds,
      ${sumOf('ics_credit')} as refunded
    from ${dialect.newest(KINDS.transaction.table)}
    where ${isTaggedSql(dialect, tagged)} group by currency order by currency`
  type Row = Omit<DemoTotal, 'purchased' | 'refunded'> & Record<'purchased' | 'refunded', string>
  const rows = await engine.rows<Row>(query)
  return rows.map(({ currency, purchases, purchased, refunds, refunded }) => ({
    currency,
    purchases,
    purchased: parseMoney(purchased, currency),
    refunds,
    refunded: parseMoney(refunded, currency),
  }))
}

/** Counts the demo transactions that these merchants have from other plans. */
export async function countOtherDemoTransactions(engine: Engine, { tag, merchantIds }: Tagged): Promise<number> {
  const { dialect } = engine
  const isOther = `source = 'demo' and not ${dialect.beginsWith('record_id', `${tag}-`)}`
  return countWhere(engine, KINDS.transaction, `${amongSql(dialect, 'merchant_id', merchantIds)} and ${isOther}`)
}
