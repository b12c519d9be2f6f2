import type { Day } from '../world/calendar.ts'
import { padded } from '../world/padded.ts'
import { authorize } from './orders.ts'
import { saleOf } from './place-order.ts'
import type { Shop } from './shop.ts'

/** Plans charge on a day that every month has. */
const CHARGE_DAYS = 28
const CHARGES_OF_A_YEAR = 12
/** A payment by a plan is an authorization and a capture. */
const TRANSACTIONS_OF_A_CHARGE = 2
/** Subscribers have higher numbers than other customers. */
const SUBSCRIBERS_FROM = 100_000_000
/** A charge that was declined is tried once more. */
const RETRY_AFTER_DAYS = 3

/** Charges all subscribers whose plan is due on this day of the month. */
export function chargePlans(shop: Shop, day: Day): void {
  const count = subscribersOf(shop)
  for (let number = day.dayOfMonth - 1; number < count; number += CHARGE_DAYS) {
    if (day.dayOfMonth <= CHARGE_DAYS && day.index >= firstDayOf(shop, number, count)) {
      charge(shop, day, { number, isRetry: false })
    }
  }
}

function charge(shop: Shop, day: Day, due: { number: number; isRetry: boolean }): void {
  const { profile, merchant } = shop
  const atMs = shop.momentBetween(day, 4, 6)
  const product = profile.plans[due.number % profile.plans.length]
  const currency = profile.currencies[0]
  if (!shop.isOpen || !shop.isInPeriod(atMs) || product === undefined || currency === undefined) {
    return
  }
  const sale = saleOf(shop, {
    customerNumber: SUBSCRIBERS_FROM + due.number,
    isNewCustomer: false,
    channel: 'plan',
    atMs,
    product,
    quantity: 1,
    size: 1,
    currency,
    hasToken: true,
    planId: `PLAN-${padded(merchant.number, 3)}-${padded(due.number, 6)}`,
  })
  authorize(shop, day, sale)
  if (sale.verdict.outcome === 'declined' && !due.isRetry) {
    shop.plan(day.index + RETRY_AFTER_DAYS, (later) => charge(shop, later, { ...due, isRetry: true }))
  }
}

function subscribersOf({ profile, merchant }: Shop): number {
  const transactions = (merchant.transactions * profile.planPercent) / 100
  return Math.ceil(transactions / TRANSACTIONS_OF_A_CHARGE / CHARGES_OF_A_YEAR)
}

/** Half of the subscribers joined before the year; the others join during it. */
function firstDayOf({ days }: Shop, number: number, count: number): number {
  return Math.max(0, Math.floor(((2 * number) / count - 1) * days.length))
}
