import { assert } from '../../kernel/assert.ts'
import { atHour, type Day } from '../world/calendar.ts'
import type { DemoMerchant } from '../world/demo-merchant.ts'
import { padded } from '../world/padded.ts'
import type { FeeSum } from './bill.ts'
import { count, money, recordMaker, time } from './record-maker.ts'
import type { Shop } from './shop.ts'

type Usage = {
  readonly merchant: DemoMerchant
  readonly application: string
  readonly atMs: number
  readonly processed: number
  readonly notProcessed: number
}

/** Billed services and their descriptions; all of them are on every bill, used or not. */
const SERVICES: Readonly<Record<string, string>> = {
  ics_auth: 'Authorizations',
  ics_auth_reversal: 'Releases',
  ics_bill: 'Captures',
  ics_credit: 'Refunds',
  ics_decision: 'Fraud checks',
  ics_ecp_authenticate: 'Checks of bank accounts',
  ics_pa_enroll: 'Payer authentication',
  ics_pa_validate: 'Payer authentication, challenges',
}

const usageRecord = recordMaker<Usage>('billing-summary', {
  'Request.TransactionDate': time(({ atMs }) => atMs),
  'Invoice.BillingGroupDescription': ({ application }) => SERVICES[application],
  'Invoice.NotProcessed': count(({ notProcessed }) => notProcessed),
  'Invoice.OrganizationID': ({ merchant }) => merchant.merchantId,
  'Invoice.PerformedServices': ({ application }) => application,
  'Invoice.Processed': count(({ processed }) => processed),
  'Invoice.Total': count(({ processed, notProcessed }) => processed + notProcessed),
})

type Billed = FeeSum & { readonly atMs: number }

const feeSummaryRecord = recordMaker<Billed>('billing-summary', {
  'Request.TransactionDate': time(({ atMs }) => atMs),
  'FeeSummary.CardType': ({ cardType }) => cardType,
  'FeeSummary.Count': count((sum) => sum.count),
  'FeeSummary.FeeDescription': ({ isRefund }) => (isRefund ? 'Refunds' : 'Payments'),
  'FeeSummary.FeeType': () => 'Transaction fees',
  'FeeSummary.FundingCurrency': ({ currency }) => currency,
  'FeeSummary.PaymentMethod': () => 'credit card',
  'FeeSummary.PercentageFee': money(({ percentage }) => percentage),
  'FeeSummary.PerItemFee': money(({ perItem }) => perItem),
  'FeeSummary.TotalFeeAmount': money(({ percentage, perItem }) => percentage + perItem),
  'FeeSummary.TransactionAmount': money(({ amount }) => amount),
  'FeeSummary.TransactionType': ({ isRefund }) => (isRefund ? 'Refunds' : 'Purchases'),
})

const BILLING_HOUR = 3

/** On the first of a month, the previous month is billed if it was in the year. */
function isBillingDay({ dayOfMonth, index }: Day): boolean {
  return dayOfMonth === 1 && index > 0
}

function billKey({ year, month }: Day): string {
  return `bill-${year}-${padded(month, 2)}`
}

function usageKey(day: Day, application: string): string {
  return `${billKey(day)}-${application}`
}

/** The key of a record on the shop's last bill, which every shop has. */
export function lastBillKey(shop: Shop): string {
  const last = shop.days.findLast((day) => isBillingDay(day) && shop.isInPeriod(atHour(day, BILLING_HOUR)))
  assert(last !== undefined, 'A year has months.')
  return usageKey(last, 'ics_auth')
}

/** On the first of a month, bills the previous month. */
export function sendBill(shop: Shop, day: Day): void {
  if (!isBillingDay(day)) return
  const atMs = atHour(day, BILLING_HOUR)
  const { uses, feeSums } = shop.bill.close()
  if (!shop.isInPeriod(atMs)) return
  const { merchant } = shop
  for (const application of Object.keys(SERVICES)) {
    const use = uses.get(application) ?? { processed: 0, notProcessed: 0 }
    const key = usageKey(day, application)
    shop.record(usageRecord, { atMs, key }, { merchant, application, atMs, ...use })
  }
  for (const sum of feeSums) {
    const { cardType, currency, isRefund } = sum
    const key = `${billKey(day)}-${cardType}-${currency}-${isRefund ? 'refunds' : 'payments'}`
    shop.record(feeSummaryRecord, { atMs, key }, { ...sum, atMs })
  }
}
