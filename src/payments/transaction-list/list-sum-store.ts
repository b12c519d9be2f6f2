import type { Engine } from '../../platform/engine/engine.ts'
import { transactionsSql, typeNumber } from './grouped-records-store.ts'
import { sourceOfAll, sourceOfKeys } from './list-page-store.ts'
import { conditionsSql, idSql, kindsOf, type Listing, OPTIONS, sourceWithin, weightOf } from './listed-record-store.ts'
import { NEWEST_FIRST, type TransactionKey } from './transaction-list.ts'

/** The transactions of one currency: amounts of several are never added up. */
export type TransactionSum = {
  readonly currency: string
  /** All of them, whatever their state. */
  readonly count: number
  /** Sums of completed ones: authorizations, declined and reversed transactions moved no money. */
  readonly paymentCount: number
  readonly paymentAmount: string
  readonly refundCount: number
  readonly refundAmount: string
  readonly externalCount: number
  readonly externalAmount: string
}

/** Up to here it is quicker to find the transactions first. */
const KEYS_MAX = 10_000

/** Sums up the transactions that match the filters, by currency. */
export async function sumTransactions(
  engine: Engine,
  { merchantIds, filters }: Pick<Listing, 'merchantIds' | 'filters'>,
): Promise<readonly TransactionSum[]> {
  if (merchantIds.length === 0) return []
  const { dialect } = engine
  const listing = { merchantIds, filters, sort: NEWEST_FIRST }
  const keys = await fewKeys(engine, listing)
  if (keys?.length === 0) return []
  const sourceOf = keys === undefined ? sourceOfAll(dialect, listing) : sourceOfKeys(dialect, keys)
  const isOf = (type: 'PAYMENT' | 'REFUND' | 'EXTERNAL'): string =>
    `type = ${typeNumber(type)} and weight = ${weightOf('COMPLETED')}`
  const count = (type: Parameters<typeof isOf>[0]): string => `count(*) filter (where ${isOf(type)})`
  const sum = (type: Parameters<typeof isOf>[0]): string =>
    dialect.plainDecimal(`coalesce(sum(amount) filter (where ${isOf(type)}), 0)`)
  return engine.rows<TransactionSum>(
    `select text_currency as currency, count(*) as count,
      ${count('PAYMENT')} as "paymentCount", ${sum('PAYMENT')} as "paymentAmount",
      ${count('REFUND')} as "refundCount", ${sum('REFUND')} as "refundAmount",
      ${count('EXTERNAL')} as "externalCount", ${sum('EXTERNAL')} as "externalAmount"
    from (${transactionsSql({ ...listing, sourceOf, texts: ['currency'] })}) as transactions
    group by text_currency order by text_currency`,
    OPTIONS,
  )
}

/** The transactions that may match, if they are few; a count of records is quick, and a list of them is not. */
async function fewKeys(
  engine: Engine,
  listing: Listing,
): Promise<readonly (TransactionKey & { readonly isOfRecord: number })[] | undefined> {
  const { dialect } = engine
  const matching = kindsOf(listing.filters).map((kind) => {
    const source = sourceWithin(dialect, kind, listing)
    const conditions = conditionsSql(source, listing)
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
    return { source, from: `from ${source.from}${where}` }
  })
  const selected = matching.map(
    ({ source, from }) => `select merchant_id, ${idSql(source)} as id,
      case when ${source.valueIn('Request.RequestID')} = '' then 1 else 0 end as is_of_record ${from}`,
  )
  const keys = await engine.rows<TransactionKey & { readonly isOfRecord: number }>(
    `select merchant_id as "merchantId", id, is_of_record as "isOfRecord"
      from (${selected.join(' union all ')}) as records limit ${KEYS_MAX + 1}`,
    OPTIONS,
  )
  return keys.length > KEYS_MAX ? undefined : keys
}
