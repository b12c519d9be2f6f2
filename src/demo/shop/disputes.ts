import { type DisputeReason, disputeReasonsOf } from '../../catalogue/codes/dispute-reasons.ts'
import type { Day } from '../world/calendar.ts'
import { priced } from '../world/currencies.ts'
import { padded } from '../world/padded.ts'
import { day, money, recordMaker, time } from './record-maker.ts'
import type { Movement } from './sale.ts'
import type { Shop } from './shop.ts'
import { OF_A_MOVEMENT } from './transaction-records.ts'

type Step = Movement & {
  readonly caseNumber: string
  readonly caseType: 'Retrieval' | 'Chargeback' | 'Representment'
  readonly stepAtMs: number
  readonly impact: 'debit' | 'credit' | 'none'
  readonly reason: DisputeReason
  readonly fee: number
  readonly respondByDay: number | undefined
  /** The party that won the case. */
  readonly resolvedTo: 'Merchant' | 'Issuer' | undefined
}

const currencyOf = ({ sale }: Step): string => sale.currency.code

const disputeRecord = recordMaker<Step>('chargeback-or-retrieval', {
  ...OF_A_MOVEMENT,
  'ChargebackAndRetrieval.AdjustmentAmount': money(({ impact, amount }) => (impact === 'credit' ? amount : undefined)),
  'ChargebackAndRetrieval.AdjustmentCurrency': (step) => (step.impact === 'credit' ? currencyOf(step) : undefined),
  'ChargebackAndRetrieval.CaseIdentifier': ({ caseNumber }) => `case-${caseNumber}`,
  'ChargebackAndRetrieval.CaseNumber': ({ caseNumber }) => caseNumber,
  'ChargebackAndRetrieval.CaseTime': time(({ stepAtMs }) => stepAtMs),
  'ChargebackAndRetrieval.CaseType': ({ caseType }) => caseType,
  'ChargebackAndRetrieval.ChargebackAmount': money(({ amount }) => amount),
  'ChargebackAndRetrieval.ChargebackCurrency': currencyOf,
  'ChargebackAndRetrieval.ChargebackReasonCode': ({ reason }) => reason.code,
  'ChargebackAndRetrieval.ChargebackReasonCodeDescription': ({ reason }) => reason.words,
  'ChargebackAndRetrieval.ChargebackTime': time(({ stepAtMs }) => stepAtMs),
  'ChargebackAndRetrieval.DocumentIndicator': ({ caseType }) => (caseType === 'Representment' ? 'Y' : 'N'),
  'ChargebackAndRetrieval.FeeAmount': money(({ fee }) => (fee === 0 ? undefined : fee)),
  'ChargebackAndRetrieval.FeeCurrency': (step) => (step.fee === 0 ? undefined : currencyOf(step)),
  'ChargebackAndRetrieval.FinancialImpact': ({ impact }) => (impact === 'none' ? 'N' : 'Y'),
  'ChargebackAndRetrieval.FinancialImpactType': ({ impact }) => impact,
  'ChargebackAndRetrieval.MerchantCategoryCode': ({ sale }) => sale.merchant.profile.categoryCode,
  'ChargebackAndRetrieval.PartialIndicator': () => 'N',
  'ChargebackAndRetrieval.ResolutionTime': time(({ resolvedTo, stepAtMs }) =>
    resolvedTo === undefined ? undefined : stepAtMs,
  ),
  'ChargebackAndRetrieval.ResolvedToIndicato': ({ resolvedTo }) => resolvedTo,
  'ChargebackAndRetrieval.RespondByDate': day(({ respondByDay }) => respondByDay),
  'ChargebackAndRetrieval.TransactionType': () => 'Purchase',
})

const RETRIEVAL_PERCENT = 35
/** A retrieval that is answered well does not become a chargeback. */
const GOES_ON_PERCENT = 45
const ANSWERED_PERCENT = 60
const WON_PERCENT = 45
const CHARGEBACK_FEE_DOLLARS = 15
const DAYS_TO_RESPOND = 20

/** Weeks later, the cardholder disputes the payment. */
export function planDispute(shop: Shop, settledOn: Day, movement: Movement): void {
  const { random } = shop
  const { requestId, sale } = movement
  const reason = random.pick(disputeReasonsOf(sale.customer.card.type))
  const caseNumber = padded(random.below(1_000_000_000), 9)
  const quiet = { impact: 'none', fee: 0, respondByDay: undefined, resolvedTo: undefined } as const
  const firstDay = settledOn.index + random.between(14, 70)
  const isRetrieval = random.isWithin(RETRIEVAL_PERCENT)
  if (isRetrieval) take(firstDay, 'Retrieval', () => quiet)
  if (isRetrieval && !random.isWithin(GOES_ON_PERCENT)) return
  const chargebackDay = isRetrieval ? firstDay + random.between(10, 25) : firstDay
  take(chargebackDay, 'Chargeback', ({ epochDay }) => ({
    ...quiet,
    impact: 'debit',
    fee: priced(CHARGEBACK_FEE_DOLLARS, sale.currency),
    respondByDay: epochDay + DAYS_TO_RESPOND,
  }))
  if (!random.isWithin(ANSWERED_PERCENT)) return
  const isWon = random.isWithin(WON_PERCENT)
  take(chargebackDay + random.between(12, 40), 'Representment', () => ({
    ...quiet,
    impact: isWon ? 'credit' : 'none',
    resolvedTo: isWon ? 'Merchant' : 'Issuer',
  }))

  function take(
    dayIndex: number,
    caseType: Step['caseType'],
    more: (day: Day) => Pick<Step, 'impact' | 'fee' | 'respondByDay' | 'resolvedTo'>,
  ): void {
    shop.plan(dayIndex, (later) => {
      const stepAtMs = shop.momentBetween(later, 2, 5)
      if (!shop.isInPeriod(stepAtMs)) return
      const step = { ...movement, caseNumber, caseType, stepAtMs, reason, ...more(later) }
      shop.record(disputeRecord, { atMs: stepAtMs, key: `${requestId}-${caseType}` }, step)
    })
  }
}
