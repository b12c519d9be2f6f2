import { atHour, type Day } from '../../world/calendar.ts'
import { bankAccountSuffixOf, type DemoMerchant } from '../../world/demo-merchant.ts'
import { padded } from '../../world/padded.ts'
import { day, money, recordMaker, time } from '../record-maker.ts'
import type { Movement } from '../sale.ts'
import type { Shop } from '../shop.ts'
import { OF_A_MOVEMENT } from '../transaction-records.ts'

type Funded = Movement & { readonly depositId: string; readonly epochDay: number }

/** Amounts are unsigned; the application says whether money goes to the merchant or back to the customer. */
const fundingRecord = recordMaker<Funded>('funding', {
  ...OF_A_MOVEMENT,
  'Funding.FundingAccountSuffix': ({ sale }) => bankAccountSuffixOf(sale.merchant),
  'Funding.FundingAmount': money(({ amount }) => amount),
  'Funding.FundingBankCountry': ({ sale }) => sale.merchant.profile.countries[0]?.longCode,
  'Funding.FundingCurrency': ({ sale }) => sale.currency.code,
  'Funding.FundingDate': day(({ epochDay }) => epochDay),
  'Funding.FundingIdentificationNumber': ({ depositId }) => depositId,
  'Funding.Status': () => 'S',
})

type Deposit = {
  readonly merchant: DemoMerchant
  readonly depositId: string
  readonly atMs: number
  /** Negative where refunds exceed payments. */
  readonly net: number
  readonly currency: string
}

const depositRecord = recordMaker<Deposit>('deposit', {
  'Request.TransactionDate': time(({ atMs }) => atMs),
  'Deposit.Amount': money(({ net }) => Math.abs(net)),
  'Deposit.Category': () => 'Payments',
  'Deposit.Currency': ({ currency }) => currency,
  'Deposit.Identifier': ({ depositId }) => depositId,
  'Deposit.MerchantBankAcctLast4': ({ merchant }) => bankAccountSuffixOf(merchant),
  'Deposit.MerchantBankAcctName': ({ merchant }) => merchant.profile.name,
  'Deposit.MerchantBankCountry': ({ merchant }) => merchant.profile.countries[0]?.code,
  'Deposit.MerchantBankName': () => 'Example Bank',
  'Deposit.MerchantID': ({ merchant }) => merchant.merchantId,
  'Deposit.Method': () => 'Bank transfer',
  'Deposit.Status': () => 'S',
  'Deposit.Time': time(({ atMs }) => atMs),
  'Deposit.Type': ({ net }) => (net < 0 ? 'Debit' : 'Credit'),
})

const FUNDING_HOUR = 9
const DEPOSIT_HOUR = 10

/** Pays out today's due payments: a funding for each payment, and one deposit per currency. */
export function payOut(shop: Shop, today: Day): void {
  const due = shop.payouts[today.index]
  if (due === undefined) return
  delete shop.payouts[today.index]
  const [fundedAtMs, atMs] = [atHour(today, FUNDING_HOUR), atHour(today, DEPOSIT_HOUR)]
  // Both or neither, so that deposits always equal the fundings.
  if (!shop.isInPeriod(fundedAtMs) || !shop.isInPeriod(atMs)) return
  const { merchant } = shop
  const nets = new Map<string, number>()
  for (const movement of due) {
    const currency = movement.sale.currency.code
    const sign = movement.application === 'ics_credit' ? -1 : 1
    nets.set(currency, (nets.get(currency) ?? 0) + sign * movement.amount)
    const funded = {
      ...movement,
      depositId: depositIdOf(merchant, today, currency),
      epochDay: today.epochDay,
    }
    shop.record(fundingRecord, { atMs: fundedAtMs, key: movement.requestId }, funded)
  }
  for (const [currency, net] of nets) {
    const depositId = depositIdOf(merchant, today, currency)
    shop.record(depositRecord, { atMs, key: depositId }, { merchant, depositId, atMs, net, currency })
  }
}

function depositIdOf({ number }: DemoMerchant, { epochDay }: Day, currency: string): string {
  return `D${padded(number, 3)}${epochDay}${currency}`
}
