import type { KindName } from '../../../catalogue/kinds.ts'
import { AMOUNT_SCALE } from '../../../kernel/stored-column.ts'
import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import { type RecordSource, type RecordWindow, recordsWithin } from '../../../records/index.ts'
import { disputedMoney, withDirection } from '../disputes/disputed-money.ts'
import { cardSchemeSql } from '../responses/card-scheme-sql.ts'
import { parseSum } from '../responses/record-value.ts'
import type { Movements, MovementType, Stage } from './net-funding.ts'

/** A movement of money that records of a kind describe. */
type MovementSource = {
  /** Undefined: a purchase, or a refund by the rule of the kind. */
  readonly type?: MovementType
  readonly stage: Stage
  /** Null if the record describes no such movement; undefined if its records are only counted. */
  readonly amount: string | undefined
  /** Whether senders write the amount of a refund with or without a sign. */
  readonly isUnsigned?: boolean
  readonly currency: string
}

/**
 * The movements of each kind. Bill summaries would repeat fees, and service fees are paid by customers, so neither is
 * included.
 */
const SOURCES: Partial<Readonly<Record<KindName, (source: RecordSource) => readonly MovementSource[]>>> = {
  'batch-item': ({ valueIn }) => [
    {
      stage: 'conveyed',
      amount: `coalesce(${valueIn('PaymentData.RequestedAmount')}, 0)`,
      isUnsigned: true,
      currency: valueIn('PaymentData.RequestedAmountCurrencyCode'),
    },
  ],
  settlement: ({ valueIn }) => [
    {
      stage: 'settled',
      // The report shows no amounts for settlements.
      amount: undefined,
      currency: `case when ${valueIn('Event.CurrencyCode')} != '' then ${valueIn('Event.CurrencyCode')}
        else ${valueIn('PaymentData.RequestedAmountCurrencyCode')} end`,
    },
  ],
  funding: (source) => [
    {
      stage: 'funded',
      amount: source.valueIn('Funding.FundingAmount'),
      isUnsigned: true,
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

/** The source of a kind's movements, where it is more than its records. */
const READ_FROM: Partial<Readonly<Record<KindName, (source: RecordSource) => RecordSource>>> = {
  'chargeback-or-retrieval': withDirection,
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

/** Kinds of records that tell of money that reached or left the merchant. */
export const FUNDED_KINDS = ['funding', 'fee', 'chargeback-or-retrieval'] as const satisfies readonly KindName[]

type Wanted = {
  /** Default: all. */
  readonly kinds?: readonly KindName[]
  /** Whether each card scheme has movements of its own; otherwise all have the same subtype. */
  readonly hasSubtypes?: boolean
}

/** Loads the movements of money in a time window with one query that reads each record once. */
export async function loadMoneyMovements(
  engine: Engine,
  window: RecordWindow,
  { kinds: wanted = Object.keys(SOURCES) as KindName[], hasSubtypes = true }: Wanted = {},
): Promise<readonly Movements[]> {
  const kinds = wanted.flatMap((kind) => {
    const movementsOfKind = SOURCES[kind]
    if (movementsOfKind === undefined) return []
    const records = recordsWithin(engine.dialect, kind, window)
    const source = READ_FROM[kind]?.(records) ?? records
    return [{ kind, source, movements: movementsOfKind(source) }]
  })
  const rows = await engine.rows<Row>(kinds.map((one) => sumsSql({ ...one, hasSubtypes })).join(' union all '))
  return rows.flatMap((row) =>
    (kinds.find(({ kind }) => kind === row.kind)?.movements ?? []).flatMap((one, index) =>
      movementsOf(row, one, index),
    ),
  )
}

type Summed = {
  readonly source: RecordSource
  readonly movements: readonly MovementSource[]
  readonly hasSubtypes: boolean
}

/**
 * Sums the records by the card types that senders wrote, of which there are few, and these sums by scheme: to find the
 * scheme of each record would take longer than everything else.
 */
function sumsSql({ kind, ...summed }: Summed & { readonly kind: KindName }): string {
  const { source, movements, hasSubtypes } = summed
  const { dialect } = source
  const named = (name: string): readonly string[] => movements.map((_, index) => `${name}_${index}`)
  const [currencies, counts, sums] = [named('currency'), named('count'), named('sum')]
  const scheme = hasSubtypes
    ? cardSchemeSql({ dialect, valueIn: () => 'card_type' }, ({ letters }) => letters, OTHER_SUBTYPE)
    : dialect.text(OTHER_SUBTYPE)
  return `select ${dialect.text(kind)} as kind, case when is_refund then 1 else 0 end as "isRefund",
      ${dialect.textOf('subtype')} as "paymentSubType", ${dialect.textList(currencies.map(dialect.textOf))} as currencies,
      [${counts.map((count) => `cast(sum(${count}) as bigint)`).join(', ')}] as counts,
      ${dialect.textList(sums.map((sum) => dialect.plainDecimal(`coalesce(sum(${sum}), 0)`)))} as sums
    from (select is_refund, ${scheme} as subtype, ${[...currencies, ...counts, ...sums].join(', ')}
      from (${sumsOfCardTypesSql(summed)}) as alike) as named
    group by ${['is_refund', 'subtype', ...currencies].join(', ')}`
}

function sumsOfCardTypesSql({ source, movements, hasSubtypes }: Summed): string {
  const { dialect, valueIn, isRefund, from } = source
  const columns = movements.flatMap(({ amount, currency }, index) => [
    `${currency} as currency_${index}`,
    ...(amount === undefined ? [] : [`${amount} as amount_${index}`]),
  ])
  const keys = ['is_refund', ...(hasSubtypes ? ['card_type'] : []), ...movements.map((_, index) => `currency_${index}`)]
  return `select ${keys.join(', ')}, ${movements.map((one, index) => totalSql(dialect, one, index)).join(', ')}
    from (select ${isRefund} as is_refund, ${valueIn('PaymentMethod.CardType')} as card_type, ${columns.join(', ')}
      from ${from} as records) as moved
    group by ${keys.join(', ')}`
}

function totalSql(dialect: Dialect, { amount, isUnsigned = false }: MovementSource, index: number): string {
  if (amount === undefined) return `count(*) as count_${index}, ${dialect.decimal('0', AMOUNT_SCALE)} as sum_${index}`
  const signed = `amount_${index}`
  const summed = isUnsigned ? `case when is_refund then abs(${signed}) else ${signed} end` : signed
  return `count(${signed}) as count_${index}, sum(${summed}) as sum_${index}`
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
