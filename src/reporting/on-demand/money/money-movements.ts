import type { KindName } from '../../../catalogue/kinds.ts'
import { AMOUNT_SCALE } from '../../../kernel/stored-column.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { type RecordSource, type RecordWindow, recordsWithin } from '../../../records/index.ts'
import { disputedMoney } from '../disputes/disputed-money.ts'
import { cardSchemeSql } from '../responses/card-scheme-sql.ts'
import { parseSum } from '../responses/record-value.ts'
import type { Movements, MovementType, Stage } from './net-funding.ts'

/** A movement of money that records of a kind describe. */
type MovementSource = {
  /** Undefined: a purchase, or a refund by the rule of the kind. */
  readonly type?: MovementType
  readonly stage: Stage
  /** Null if the record describes no such movement. */
  readonly amount: string
  readonly currency: string
}

/**
 * The movements of each kind. Bill summaries would repeat fees, and service fees are paid by customers, so neither is
 * included.
 */
const SOURCES: Partial<Readonly<Record<KindName, (source: RecordSource) => readonly MovementSource[]>>> = {
  'batch-item': (source) => [
    {
      stage: 'conveyed',
      amount: `coalesce(${unsignedRefund(source, 'PaymentData.RequestedAmount')}, 0)`,
      currency: source.valueIn('PaymentData.RequestedAmountCurrencyCode'),
    },
  ],
  settlement: ({ dialect, valueIn }) => [
    {
      stage: 'settled',
      // Settlements are only counted; the report shows no amounts for them.
      amount: dialect.decimal('0', AMOUNT_SCALE),
      currency: `case when ${valueIn('Event.CurrencyCode')} != '' then ${valueIn('Event.CurrencyCode')}
        else ${valueIn('PaymentData.RequestedAmountCurrencyCode')} end`,
    },
  ],
  funding: (source) => [
    {
      stage: 'funded',
      amount: unsignedRefund(source, 'Funding.FundingAmount'),
      currency: source.valueIn('Funding.FundingCurrency'),
    },
    fee(source, 'Funding.FeeAmount', 'Funding.FeeCurrency'),
    // Adjustments and reserves of any type: positive amounts are taken from the merchant, negative ones given back.
    fee(source, 'Funding.AdjustmentAmount', 'Funding.AdjustmentCurrency'),
  ],
  fee: (source) => [fee(source, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency')],
  'chargeback-or-retrieval': (source) => [
    { type: 'CHARGEBACKS', stage: 'funded', ...disputedMoney(source) },
    fee(source, 'ChargebackAndRetrieval.FeeAmount', 'ChargebackAndRetrieval.FeeCurrency'),
  ],
}

function fee({ valueIn }: RecordSource, amount: string, currency: string): MovementSource {
  return { type: 'FEES', stage: 'funded', amount: valueIn(amount), currency: valueIn(currency) }
}

/** Some senders write refunds as negative amounts, some do not. */
function unsignedRefund({ valueIn, isRefund }: RecordSource, wireName: string): string {
  return `case when ${isRefund} then abs(${valueIn(wireName)}) else ${valueIn(wireName)} end`
}

/** For schemes without letters, and for payments without a card. */
const OTHER_SUBTYPE = 'OTHER'

/** One row per combination of refund, card scheme and currencies: few, however many records there are. */
type Row = {
  readonly kind: KindName
  readonly isRefund: number
  readonly paymentSubType: string
  readonly currencies: readonly string[]
  readonly counts: readonly number[]
  readonly sums: readonly string[]
}

/** Loads all movements of money in a time window with one query that reads each record once. */
export async function loadMoneyMovements(engine: Engine, window: RecordWindow): Promise<readonly Movements[]> {
  const kinds = Object.entries(SOURCES).map(([kind, movementsOfKind]) => {
    const source = recordsWithin(engine.dialect, kind as KindName, window)
    return { kind, source, movements: movementsOfKind(source) }
  })
  const rows = await engine.rows<Row>(
    kinds.map(({ kind, source, movements }) => sumsSql(kind, source, movements)).join(' union all '),
  )
  return rows.flatMap((row) =>
    (kinds.find(({ kind }) => kind === row.kind)?.movements ?? []).flatMap((one, index) =>
      movementsOf(row, one, index),
    ),
  )
}

function sumsSql(kind: string, source: RecordSource, movements: readonly MovementSource[]): string {
  const { dialect } = source
  const sumOf = (index: number): string => dialect.plainDecimal(`coalesce(sum(amount_${index}), 0)`)
  const keys = [
    `${source.isRefund} as is_refund`,
    `${cardSchemeSql(source, ({ letters }) => letters, OTHER_SUBTYPE)} as subtype`,
    ...movements.map(({ currency }, index) => `${currency} as currency_${index}`),
  ]
  const names = ['is_refund', 'subtype', ...movements.map((_, index) => `currency_${index}`)]
  const currencies = movements.map((_, index) => dialect.textOf(`currency_${index}`))
  return `select ${dialect.text(kind)} as kind, case when is_refund then 1 else 0 end as "isRefund",
      ${dialect.textOf('subtype')} as "paymentSubType", ${dialect.textList(currencies)} as currencies,
      [${movements.map((_, index) => `count(amount_${index})`).join(', ')}] as counts,
      ${dialect.textList(movements.map((_, index) => sumOf(index)))} as sums
    from (select ${keys.join(', ')},
        ${movements.map(({ amount }, index) => `${amount} as amount_${index}`).join(', ')}
      from ${source.from} as records) as moved
    group by ${names.join(', ')}`
}

function movementsOf(row: Row, { type, stage }: MovementSource, index: number): readonly Movements[] {
  const { counts, sums, currencies, paymentSubType, isRefund } = row
  const [count = 0, currencyCode = '', sum = '0'] = [counts[index], currencies[index], sums[index]]
  if (count === 0) return []
  return [
    {
      type: type ?? (isRefund === 1 ? 'REFUNDS' : 'PURCHASES'),
      ...{ stage, paymentSubType, currencyCode, count },
      amount: parseSum(sum),
    },
  ]
}
