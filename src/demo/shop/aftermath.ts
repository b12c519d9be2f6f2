import type { Day } from '../world/calendar.ts'
import { partOf } from '../world/currencies.ts'
import { planDispute } from './disputes.ts'
import { refund } from './orders.ts'
import type { Movement } from './sale.ts'
import type { Shop } from './shop.ts'

const REFUNDED_PERCENT = 5
const WHOLLY_PERCENT = 68
const TWICE_PERCENT = 12
const DISPUTED_PERCENT = 0.4
/** Plan payments are hardly ever refunded in part. */
const REFUND_DAYS = { min: 2, max: 38 }

/** Decides at settlement whether and when a payment will be refunded or disputed; most are neither. */
export function planAftermath(shop: Shop, day: Day, movement: Movement): void {
  if (movement.application !== 'ics_bill') return
  if (shop.random.isWithin(REFUNDED_PERCENT)) planRefunds(shop, day, movement)
  else if (shop.random.isWithin(DISPUTED_PERCENT)) planDispute(shop, day, movement)
}

/** Plans one refund, or two that together do not exceed the payment. */
function planRefunds(shop: Shop, day: Day, { sale, amount }: Movement): void {
  const { random } = shop
  const isWhole = random.isWithin(WHOLLY_PERCENT)
  const first = isWhole ? amount : partOf(amount, random.between(200_000, 800_000), sale.currency)
  if (first === 0) return
  const firstDay = day.index + random.between(REFUND_DAYS.min, REFUND_DAYS.max)
  planRefund(firstDay, first)
  if (first < amount && random.isWithin(TWICE_PERCENT)) {
    planRefund(firstDay + random.between(REFUND_DAYS.min, REFUND_DAYS.max), amount - first)
  }

  function planRefund(dayIndex: number, refunded: number): void {
    shop.plan(dayIndex, (later) => refund(shop, sale, { atMs: shop.momentBetween(later, 9, 18), amount: refunded }))
  }
}
