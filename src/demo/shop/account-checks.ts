import type { Day } from '../world/calendar.ts'
import { type Customer, customerOf } from '../world/customers.ts'
import { padded } from '../world/padded.ts'
import { Random } from '../world/random.ts'
import { APPROVED } from '../world/verdicts.ts'
import { type FieldReaders, money, recordMaker, time } from './record-maker.ts'
import type { Shop } from './shop.ts'

/** A check of a customer's bank account before it is debited; no money is moved. */
type AccountCheck = {
  readonly customer: Customer
  readonly reference: string
  readonly processorReference: string
  readonly requestId: string
  readonly atMs: number
  readonly accountSuffix: string
}
type Correction = AccountCheck & { readonly correctedAtMs: number; readonly message: string }

const APPLICATION = 'ics_ecp_authenticate'
/** The country of electronic checks. */
const COUNTRY = 'US'
const CURRENCY = 'USD'

const OF_AN_ACCOUNT = {
  'Request.MerchantReferenceNumber': ({ reference }) => reference,
  'Request.RequestID': ({ requestId }) => requestId,
  'Request.TransactionDate': time(({ atMs }) => atMs),
  'Request.TransactionReferenceNumber': ({ processorReference }) => processorReference,
  'Application.Name': () => APPLICATION,
  'PaymentMethod.AccountSuffix': ({ accountSuffix }) => accountSuffix,
  'PaymentMethod.BankAccountName': ({ customer }) => `${customer.firstName} ${customer.lastName}`,
  'Check.SecCode': () => 'WEB',
  // No bank has a routing number with this start.
  'Check.BankTransitNumber': () => '999999992',
} satisfies FieldReaders<AccountCheck>

const checkRecord = recordMaker<AccountCheck>('transaction', {
  ...OF_AN_ACCOUNT,
  'Request.Source': () => 'REST API',
  'Application.Rcode': () => APPROVED.digit,
  'Application.ReasonCode': () => APPROVED.reasonCode,
  'Application.Rflag': () => APPROVED.flag,
  'Application.Rmsg': () => APPROVED.message,
  'BillTo.Country': ({ customer }) => customer.country.code,
  'BillTo.CustomerID': ({ customer }) => customer.customerId,
  'BillTo.Email': ({ customer }) => customer.email,
  'BillTo.FirstName': ({ customer }) => customer.firstName,
  'BillTo.LastName': ({ customer }) => customer.lastName,
  'PaymentData.CurrencyCode': () => CURRENCY,
  'PaymentData.RequestedAmount': money(() => 0),
  'PaymentData.RequestedAmountCurrencyCode': () => CURRENCY,
})

const correctionRecord = recordMaker<Correction>('processor-event', {
  ...OF_AN_ACCOUNT,
  'Event.Event': () => 'Correction',
  'Event.EventDate': time(({ correctedAtMs }) => correctedAtMs),
  'Event.ProcessorMessage': ({ message }) => message,
})

const CORRECTIONS = [
  'C01: The account number is wrong.',
  'C02: The routing number is wrong.',
  'C03: The routing number and the account number are wrong.',
  'C05: The account is of another type.',
]
const CHECK_DAY_OF_MONTH = 12
const DAYS_TO_CORRECT = 2
/** A separate seed, so that checks do not change anything else in the shop. */
const ACCOUNT_STREAM = 13

/** Once a month, a shop with customers in the country checks an account, and the bank corrects its data. */
export function checkAccount(shop: Shop, day: Day): void {
  const { merchant, profile, seed } = shop
  const isServed = profile.countries.some(({ code }) => code === COUNTRY)
  if (!isServed || day.dayOfMonth !== CHECK_DAY_OF_MONTH || !shop.isOpen) return
  const random = new Random(seed, merchant.number, day.index, ACCOUNT_STREAM)
  const customer = customerInCountry(shop)
  const atMs = day.startMs + random.below(day.endMs - day.startMs)
  if (customer === undefined || !shop.isInPeriod(atMs)) return
  const check: AccountCheck = {
    customer,
    reference: `ACC-${day.year}${padded(day.month, 2)}`,
    processorReference: `A${padded(merchant.number, 3)}${padded(day.epochDay, 8)}`,
    requestId: shop.requestId(atMs),
    atMs,
    accountSuffix: padded(random.below(10_000), 4),
  }
  shop.record(checkRecord, { atMs, key: check.requestId }, check)
  shop.transactions += 1
  shop.bill.count(APPLICATION, true)
  const message = random.pick(CORRECTIONS)
  shop.plan(shop.workdayFrom(day.index + DAYS_TO_CORRECT, 0), (later) => {
    const correctedAtMs = later.startMs + random.below(later.endMs - later.startMs)
    if (!shop.isInPeriod(correctedAtMs)) return
    const key = { atMs: correctedAtMs, key: check.requestId }
    shop.record(correctionRecord, key, { ...check, correctedAtMs, message })
  })
}

/** The most recent customer. */
function customerInCountry({ seed, merchant, profile, days, customers }: Shop) {
  const base = { seed, merchantNumber: merchant.number, profile, lastYear: days.at(-1)?.year ?? 0 }
  for (let number = customers - 1; number >= 0; number -= 1) {
    const customer = customerOf(base, number)
    if (customer.country.code === COUNTRY) return customer
  }
  return undefined
}
