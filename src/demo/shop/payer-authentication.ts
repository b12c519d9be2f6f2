import { processorIdOf } from '../world/demo-merchant.ts'
import { weightedNames } from '../world/random.ts'
import { type FieldReaders, recordMaker } from './record-maker.ts'
import type { Sale } from './sale.ts'
import type { Shop } from './shop.ts'
import { OF_A_CARD, OF_A_REQUEST } from './transaction-records.ts'

type Authentication = {
  readonly sale: Sale
  readonly requestId: string
  readonly atMs: number
  readonly enrolled: string
}

const ENROLLED = weightedNames({ Y: 88, N: 7, U: 5 })
const CHALLENGED_PERCENT = 25
/** How long before the authorization the payer's authentication starts and ends. */
const ASKED_BEFORE_MS = 40_000
const PASSED_BEFORE_MS = 3_000

const OF_AN_AUTHENTICATION = {
  ...OF_A_REQUEST,
  ...OF_A_CARD,
  'Application.Rcode': () => '1',
  'PayerAuth.RequestID': ({ requestId }) => requestId,
  'VEReq.AcquirerBin': () => '400551',
  'VEReq.MerchantID': ({ sale }) => processorIdOf(sale.merchant),
  'VEReq.Pan': ({ sale }) => sale.customer.card.maskedNumber,
  'VERes.Enrolled': ({ enrolled }) => enrolled,
} satisfies FieldReaders<Authentication>

const enrollmentRecord = recordMaker<Authentication>('payer-authentication', {
  ...OF_AN_AUTHENTICATION,
  'Application.Name': () => 'ics_pa_enroll',
  'PayerAuth.TransactionType': () => 'Check Enrollment',
  'VERes.AcsUrl': ({ enrolled }) => (enrolled === 'Y' ? 'https://acs.example.com/' : undefined),
})

const validationRecord = recordMaker<Authentication>('payer-authentication', {
  ...OF_AN_AUTHENTICATION,
  'Application.Name': () => 'ics_pa_validate',
  'PayerAuth.TransactionType': () => 'Validate Authentication',
  'VERes.AccountID': ({ sale }) => sale.customer.customerId,
})

/** Some web orders begin with payer authentication, and some payers are challenged. */
export function authenticatePayer(shop: Shop, sale: Sale): void {
  const { random, profile } = shop
  if (sale.channel !== 'web' || sale.token !== undefined) return
  if (!random.isWithin(profile.authenticatedPercent)) return
  const atMs = sale.atMs - ASKED_BEFORE_MS
  if (!shop.isInPeriod(atMs)) return
  const enrolled = random.pick(ENROLLED)
  const enrollment = { sale, requestId: shop.requestId(atMs), atMs, enrolled }
  shop.record(enrollmentRecord, { atMs, key: enrollment.requestId }, enrollment)
  shop.bill.count('ics_pa_enroll', true)
  if (enrolled !== 'Y' || !random.isWithin(CHALLENGED_PERCENT)) return
  const passedAtMs = sale.atMs - PASSED_BEFORE_MS
  const passed = { sale, requestId: shop.requestId(passedAtMs), atMs: passedAtMs, enrolled }
  shop.record(validationRecord, { atMs: passedAtMs, key: passed.requestId }, passed)
  shop.bill.count('ics_pa_validate', true)
}
