import { ASSESSMENT_RATE, DISCOUNT_RATE, INTERCHANGE_RATES, PRICED_RATE } from '../../../catalogue/codes/card-fees.ts'
import { partOf, priced } from '../../world/currencies.ts'
import type { Random } from '../../world/random.ts'
import { money, rate, recordMaker, time } from '../record-maker.ts'
import type { Movement } from '../sale.ts'
import { OF_A_MOVEMENT } from '../transaction-records.ts'

/**
 * The merchant's costs of a payment, in units of 1/10000; the total is the sum of the four parts. Each is a payable
 * amount of the currency, so that a bank can transfer the rest.
 */
export type Fees = {
  readonly interchange: number
  readonly interchangeRate: number
  readonly discount: number
  readonly assessment: number
  readonly perItem: number
  readonly total: number
  readonly level: string
  readonly downgradeReason: string | undefined
}

/** In millionths of the amount. */
const DOWNGRADED_RATE = 7_500
const PER_ITEM_DOLLARS = 0.1
const DOWNGRADED_PERCENT = 3
const DOWNGRADE_REASONS = ['1', '2', 'D', 'L', 'R', 'X']

/** A refund costs only the per-item fee. */
export function feesOf({ sale, application, amount }: Movement, random: Random): Fees {
  const { currency, customer } = sale
  const perItem = priced(PER_ITEM_DOLLARS, currency)
  if (application === 'ics_credit') return { ...NOTHING, perItem, total: perItem }
  const isDowngraded = random.isWithin(DOWNGRADED_PERCENT)
  const interchangeRate = (INTERCHANGE_RATES[customer.card.type] ?? 0) + (isDowngraded ? DOWNGRADED_RATE : 0)
  const interchange = partOf(amount, interchangeRate, currency)
  const discount = partOf(amount, DISCOUNT_RATE, currency)
  const assessment = partOf(amount, ASSESSMENT_RATE, currency)
  return {
    interchange,
    interchangeRate,
    discount,
    assessment,
    perItem,
    total: interchange + discount + assessment + perItem,
    level: isDowngraded ? 'Standard' : 'Electronic commerce',
    downgradeReason: isDowngraded ? random.pick(DOWNGRADE_REASONS) : undefined,
  }
}

const NOTHING = {
  interchange: 0,
  interchangeRate: 0,
  discount: 0,
  assessment: 0,
  level: 'Refund',
  downgradeReason: undefined,
}

type Charged = Movement & { readonly fees: Fees; readonly settledAtMs: number }

const currencyOf = ({ sale }: Charged): string => sale.currency.code

export const feeRecord = recordMaker<Charged>('fee', {
  ...OF_A_MOVEMENT,
  'Fee.AssessmentAmount': money(({ fees }) => fees.assessment),
  'Fee.AssessmentCurrency': currencyOf,
  'Fee.BillingCycle': () => 'monthly',
  'Fee.BillingType': () => 'interchangePlus',
  'Fee.ClearedInterchangeLevel': ({ fees }) => fees.level,
  'Fee.DiscountAmount': money(({ fees }) => fees.discount),
  'Fee.DiscountCurrency': currencyOf,
  'Fee.DiscountRate': rate(({ application }) => (application === 'ics_bill' ? DISCOUNT_RATE : 0)),
  'Fee.DowngradeReasonCode': ({ fees }) => fees.downgradeReason,
  'Fee.InterchangeAmount': money(({ fees }) => fees.interchange),
  'Fee.InterchangeCurrency': currencyOf,
  'Fee.InterchangeRate': rate(({ fees }) => fees.interchangeRate),
  'Fee.PerItemFeeAmount': money(({ fees }) => fees.perItem),
  'Fee.PerItemFeeCurrency': currencyOf,
  'Fee.PricedInterchangeLevel': rate(() => PRICED_RATE),
  'Fee.SettlementAmount': money(({ amount }) => amount),
  'Fee.SettlementCurrency': currencyOf,
  'Fee.SettlementTime': time(({ settledAtMs }) => settledAtMs),
  'Fee.SettlementTimeZone': ({ sale }) => sale.merchant.timeZone,
  'Fee.TotalFeeAmount': money(({ fees }) => fees.total),
  'Fee.TotalFeeCurrency': currencyOf,
})
