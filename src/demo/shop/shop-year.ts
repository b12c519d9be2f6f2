import { Random } from '../world/random.ts'
import { dayWeights, runningTotals } from '../world/volume.ts'
import { checkAccount } from './account-checks.ts'
import { sendBill } from './billing.ts'
import { takeOrder } from './orders.ts'
import { chargePlans } from './plans.ts'
import type { DemoRecord } from './record-maker.ts'
import { sendBatch } from './settlement/batches.ts'
import { payOut } from './settlement/payouts.ts'
import type { Shop } from './shop.ts'

const VOLUME_STREAM = 3

/** Generates the records of each of the shop's days by time: planned events first, then the day's orders. */
export function* shopYear(shop: Shop): Generator<Iterable<DemoRecord>, undefined> {
  const { merchant, seed, profile, days } = shop
  const weights = dayWeights(days, profile.rhythm, new Random(seed, merchant.number, VOLUME_STREAM))
  const totals = runningTotals(weights, merchant.transactions)
  for (const day of days) {
    // The bill comes first: events of today belong to the next one.
    sendBill(shop, day)
    sendBatch(shop, day)
    shop.doPlanned(day)
    payOut(shop, day)
    chargePlans(shop, day)
    checkAccount(shop, day)
    while (shop.transactions < (totals[day.index] ?? 0)) takeOrder(shop, day)
    yield shop.takeTold()
  }
}
