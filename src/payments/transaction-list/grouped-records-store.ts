import type { RecordSource } from '../../records/index.ts'
import {
  amountSql,
  conditionsSql,
  FIRST_MS,
  idSql,
  LISTED_KINDS,
  type ListedKind,
  type Listing,
  sortKeySql,
  timeSql,
  weightOf,
  weightSql,
} from './listed-record-store.ts'
import { TRANSACTION_TYPES, type TransactionFilters } from './transaction-list.ts'

// Transactions as groups of records: their state is that of all their records, not only of those that match.

/** Fields that a list shows, by the name of their column. The largest text of a transaction's records is taken. */
export const TEXTS = {
  currency: 'PaymentData.RequestedAmountCurrencyCode',
  reference: 'Request.MerchantReferenceNumber',
  firstName: 'BillTo.FirstName',
  lastName: 'BillTo.LastName',
  company: 'BillTo.CompanyName',
  email: 'BillTo.Email',
  scheme: 'PaymentMethod.CardType',
  wallet: 'PaymentMethod.WalletType',
  externalMethod: 'TransactionDetails.PaymentMethodDesc',
  application: 'Application.Name',
  lastFour: 'PaymentMethod.AccountSuffix',
  source: 'Request.Source',
  processor: 'PaymentData.ProcessorMID',
} as const
export type TextName = keyof typeof TEXTS

type Grouping = Listing & {
  /** Where the records of a kind are read from. */
  readonly sourceOf: (kind: ListedKind) => RecordSource
  readonly texts: readonly TextName[]
}

/**
 * Groups records by transaction, with the columns `first_at`, `place`, `type`, `weight`, `amount`, `decline_flag` and the
 * texts. Only transactions that match are left; `place` is where the first record that matches stands in the order.
 */
export function transactionsSql(grouping: Grouping): string {
  const { sourceOf, texts, sort, filters } = grouping
  const records = LISTED_KINDS.map((kind) => recordSql(sourceOf(kind), kind, grouping)).join(' union all ')
  const placed = sort.key === 'time' ? 'min' : 'max'
  const completed = weightOf('COMPLETED')
  const grouped = `select merchant_id, id, min(made_at) as first_at,
      ${placed}(sort_key) filter (where is_match = 1) as place, max(is_match) as matches,
      case when max(is_external) = 1 then ${typeNumber('EXTERNAL')} when min(is_refund) = 1 then ${typeNumber('REFUND')}
        else ${typeNumber('PAYMENT')} end as type,
      case when max(weight) = ${completed} and max(is_refund) = 1 and min(is_refund) = 0
        then ${weightOf('REVERSED')} else max(weight) end as weight,
      coalesce(sum(amount) filter (where weight = ${completed}), max(amount)) as amount,
      max(decline_flag) as decline_flag${texts.map((name) => `, max(${columnOf(name)}) as ${columnOf(name)}`).join('')}
    from (${records}) as records group by merchant_id, id`
  return `select * from (${grouped}) as grouped where ${groupConditions(filters).join(' and ')}`
}

export function columnOf(name: TextName): string {
  return `text_${name.toLowerCase()}`
}

export function typeNumber(type: (typeof TRANSACTION_TYPES)[number]): number {
  return TRANSACTION_TYPES.indexOf(type) + 1
}

function recordSql(source: RecordSource, kind: ListedKind, { filters, sort, texts }: Grouping): string {
  const { dialect, valueIn, isRefund } = source
  const flag = valueIn('Application.Rflag')
  const isDeclined = `${dialect.beginsWith(flag, 'D')} or ${dialect.beginsWith(flag, 'E')}`
  const conditions = [...conditionsSql(source, { filters, sort }), ...periodSql(source, filters)]
  const isMatch = conditions.length === 0 ? '1' : `case when ${conditions.join(' and ')} then 1 else 0 end`
  const fields = texts.map((name) => `, ${dialect.textOf(valueIn(TEXTS[name]))} as ${columnOf(name)}`)
  return `select merchant_id, ${idSql(source)} as id, ${timeSql(source)} as made_at, ${sortKeySql(source, sort)} as sort_key,
      ${isMatch} as is_match, ${kind === 'external-payment' ? 1 : 0} as is_external,
      case when ${isRefund} then 1 else 0 end as is_refund, ${weightSql(source)} as weight,
      ${amountSql(source)} as amount,
      case when ${isDeclined} then ${dialect.textOf(flag)} else '' end as decline_flag${fields.join('')}
    from ${source.from}`
}

function periodSql(source: RecordSource, { from, to }: TransactionFilters): readonly string[] {
  const time = timeSql(source)
  return [
    ...(from === undefined ? [] : [`${time} >= ${from.epochMilliseconds}`]),
    ...(to === undefined ? [] : [`${time} < ${to.epochMilliseconds}`]),
  ]
}

/** A transaction belongs to the day of its first record, whatever follows later. */
function groupConditions({ types, states, from }: TransactionFilters): readonly string[] {
  return [
    'matches = 1',
    ...(types === undefined ? [] : [`type in (${types.map(typeNumber).join(', ')})`]),
    ...(states === undefined ? [] : [`weight in (${states.map(weightOf).join(', ')})`]),
    ...(from === undefined ? [] : [`first_at >= ${Math.max(from.epochMilliseconds, FIRST_MS)}`]),
  ]
}
