import type { Day } from '../world/calendar.ts'
import { REJECTED } from '../world/verdicts.ts'
import { count, recordMaker, time } from './record-maker.ts'
import type { Sale } from './sale.ts'
import type { Shop } from './shop.ts'

type Screening = { readonly sale: Sale; readonly score: number }

const screeningRecord = recordMaker<Screening>('fraud-decision-event', {
  'Request.MerchantReferenceNumber': ({ sale }) => sale.reference,
  'Request.RequestID': ({ sale }) => sale.requestId,
  'Request.TransactionDate': time(({ sale }) => sale.atMs),
  'OrderFields.ConnectionMethod': ({ sale }) => sale.source,
  'OrderFields.MerchantID': ({ sale }) => sale.merchant.merchantId,
  'OrderFields.MerchantReferenceNumber': ({ sale }) => sale.reference,
  'OrderFields.ReasonCode': ({ sale }) => sale.verdict.reasonCode,
  'OrderFields.ReplyCode': ({ sale }) => sale.verdict.digit,
  'OrderFields.ReplyFlag': ({ sale }) => sale.verdict.flag,
  'OrderFields.ReplyMessage': ({ sale }) => sale.verdict.message,
  'OrderFields.RequestID': ({ sale }) => sale.requestId,
  'OrderFields.TransactionDate': time(({ sale }) => sale.atMs),
  'CustomerFields.BillingAddress1': ({ sale }) => sale.customer.street,
  'CustomerFields.BillingCity': ({ sale }) => sale.customer.city,
  'CustomerFields.BillingCountry': ({ sale }) => sale.customer.country.code,
  'CustomerFields.BillingEmail': ({ sale }) => sale.customer.email,
  'CustomerFields.BillingFirstName': ({ sale }) => sale.customer.firstName,
  'CustomerFields.BillingLastName': ({ sale }) => sale.customer.lastName,
  'CustomerFields.BillingPostalCode': ({ sale }) => sale.customer.zip,
  'CustomerFields.CustomerID': ({ sale }) => sale.customer.customerId,
  'PaymentFields.AccountSuffix': ({ sale }) => sale.customer.card.suffix,
  'PaymentFields.CardBIN': ({ sale }) => sale.customer.card.bin,
  'PaymentFields.CardBINCountry': ({ sale }) => sale.customer.country.code,
  'PaymentFields.CardType': ({ sale }) => sale.customer.card.type,
  'PaymentFields.CardVerificationResult': ({ sale }) => sale.verification,
  'FraudDecisionEvents.EventPolicy': () => 'Default',
  'FraudDecisionEvents.TypeofEvent': () => 'Payment',
  'AFSFields.IPAddress': ({ sale }) => sale.customer.ipAddress,
  'AFSFields.Score': count(({ score }) => score),
  'DeviceFingerprintFields.BrowserLanguage': ({ sale }) => sale.customer.country.language,
})

/** Scores go from 0 to 99: below the first limit an order is accepted, below the second it is reviewed. */
const REVIEW_FROM = 55
const REJECT_FROM = 80
const SCORE_MAX = 99

/** Runs the fraud check on an order; undefined where the order is not checked. */
export function checkFraud(shop: Shop, sale: Sale): void {
  if (!sale.isScreened) return
  const { requestId, atMs } = sale
  shop.record(screeningRecord, { atMs, key: requestId }, { sale, score: scoreOf(shop, sale) })
  shop.bill.count('ics_decision', true)
}

function scoreOf({ random }: Shop, { verdict }: Sale): number {
  if (verdict === REJECTED) return random.between(REJECT_FROM, SCORE_MAX)
  if (verdict.outcome === 'reviewed') return random.between(REVIEW_FROM, REJECT_FROM - 1)
  return random.between(0, REVIEW_FROM - 1)
}

type Conversion = {
  readonly sale: Sale
  readonly atMs: number
  readonly decision: 'ACCEPT' | 'REJECT'
  readonly reviewer: string
  readonly comments: string
}

const conversionRecord = recordMaker<Conversion>('conversion', {
  'Request.MerchantReferenceNumber': ({ sale }) => sale.reference,
  'Request.RequestID': ({ sale }) => sale.requestId,
  'Request.TransactionDate': time(({ sale }) => sale.atMs),
  'Conversion.ConversionDate': time(({ atMs }) => atMs),
  'Conversion.NewDecision': ({ decision }) => decision,
  'Conversion.OriginalDecision': () => 'REVIEW',
  'Conversion.Profile': () => 'Default',
  'Conversion.Queue': ({ sale }) => (sale.isNewCustomer ? 'New customers' : 'Large orders'),
  'Conversion.Reviewer': ({ reviewer }) => reviewer,
  'Conversion.ReviewerComments': ({ comments }) => comments,
})

const REVIEWERS = ['a.moreno', 'b.lindqvist', 'c.okafor']
const ACCEPTED_PERCENT = 76
const ACCEPTED_COMMENTS = ['Called the customer.', 'Known customer.', 'Address confirmed.']
const REJECTED_COMMENTS = ['Customer could not be reached.', 'Address does not exist.']

/** A reviewer decides on the order a day or two later, during office hours. */
export function planReview(
  shop: Shop,
  day: Day,
  sale: Sale,
  then: Readonly<Record<'accepted' | 'rejected', (reviewedAtMs: number) => void>>,
): void {
  const { random } = shop
  shop.plan(shop.workdayFrom(day.index + 1, random.below(2)), (later) => {
    const atMs = shop.momentBetween(later, 9, 17)
    if (!shop.isInPeriod(atMs)) return
    const isAccepted = random.isWithin(ACCEPTED_PERCENT)
    shop.record(
      conversionRecord,
      { atMs, key: sale.requestId },
      {
        sale,
        atMs,
        decision: isAccepted ? 'ACCEPT' : 'REJECT',
        reviewer: random.pick(REVIEWERS),
        comments: random.pick(isAccepted ? ACCEPTED_COMMENTS : REJECTED_COMMENTS),
      },
    )
    if (isAccepted) then.accepted(atMs)
    else then.rejected(atMs)
  })
}
