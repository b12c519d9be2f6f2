import type { Day } from '../world/calendar.ts'
import { APPROVED } from '../world/verdicts.ts'
import { checkFraud, planReview } from './fraud-check.ts'
import { authenticatePayer } from './payer-authentication.ts'
import { orderedSale } from './place-order.ts'
import type { Movement, Sale } from './sale.ts'
import { chargeServiceFee } from './settlement/service-fees.ts'
import type { Shop } from './shop.ts'
import { recordStoredPayment } from './stored-payments.ts'
import { authorizationRecord, followUpRecord, type PaymentRequest } from './transaction-records.ts'

const ABANDONED_PERCENT = 3
/** Percentage of failed orders whose authorization is reversed; the others expire. */
const RELEASED_PERCENT = 70
const SHORT_DELIVERY_PERCENT = 6

/** Handles an order: one or two transactions today, and what follows from them later. */
export function takeOrder(shop: Shop, day: Day): void {
  authorize(shop, day, orderedSale(shop, day))
}

export function authorize(shop: Shop, day: Day, sale: Sale): void {
  const { random } = shop
  authenticatePayer(shop, sale)
  recordRequest(shop, { ...sale, sale, application: 'ics_auth' })
  checkFraud(shop, sale)
  recordStoredPayment(shop, sale)
  if (sale.verdict.outcome === 'declined') return
  if (sale.verdict.outcome === 'reviewed') {
    planReview(shop, day, sale, {
      accepted: (reviewedAtMs) => capture(shop, sale, reviewedAtMs + random.between(1, 60_000)),
      rejected: (reviewedAtMs) => release(shop, sale, reviewedAtMs + random.between(1, 60_000)),
    })
  } else if (random.isWithin(ABANDONED_PERCENT)) {
    if (random.isWithin(RELEASED_PERCENT)) {
      shop.plan(day.index + random.between(1, 5), (later) => release(shop, sale, shop.momentBetween(later, 8, 18)))
    }
  } else if (shop.profile.isShipping && sale.channel !== 'plan') {
    shop.plan(shop.workdayFrom(day.index + 1, random.below(2)), (later) =>
      capture(shop, sale, shop.momentBetween(later, 8, 18)),
    )
  } else {
    capture(shop, sale, Math.min(sale.atMs + random.between(500, 90_000), day.endMs - 1))
  }
}

/** Captures the payment, or a part of it where not everything could be delivered. */
function capture(shop: Shop, sale: Sale, atMs: number): void {
  if (!shop.isOpen || !shop.isInPeriod(atMs)) return
  const isShort = sale.quantity > 1 && shop.random.isWithin(SHORT_DELIVERY_PERCENT)
  const amount = isShort ? sale.amount - sale.unitPrice : sale.amount
  const movement = {
    sale,
    application: 'ics_bill',
    requestId: shop.requestId(atMs),
    atMs,
    amount,
  } as const
  move(shop, movement)
  chargeServiceFee(shop, movement)
}

/** Refunds a payment. */
export function refund(shop: Shop, sale: Sale, { atMs, amount }: { atMs: number; amount: number }): void {
  if (!shop.isOpen || !shop.isInPeriod(atMs)) return
  move(shop, { sale, application: 'ics_credit', requestId: shop.requestId(atMs), atMs, amount })
}

function move(shop: Shop, movement: Movement): void {
  recordRequest(shop, { ...movement, verdict: APPROVED })
  shop.unsent.push(movement)
}

function release(shop: Shop, sale: Sale, atMs: number): void {
  if (!shop.isOpen || !shop.isInPeriod(atMs)) return
  recordRequest(shop, {
    sale,
    application: 'ics_auth_reversal',
    requestId: shop.requestId(atMs),
    atMs,
    amount: sale.amount,
    verdict: APPROVED,
  })
}

function recordRequest(shop: Shop, request: PaymentRequest): void {
  const { atMs, requestId, application } = request
  const make = application === 'ics_auth' ? authorizationRecord : followUpRecord
  shop.record(make, { atMs, key: requestId }, request)
  shop.transactions += 1
  shop.bill.count(application, request.verdict.outcome !== 'declined')
}
