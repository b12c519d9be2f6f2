import { hash } from 'node:crypto'
import { assert } from '../kernel/assert.ts'
import { lastBillKey } from './shop/billing.ts'
import type { DemoRecord } from './shop/record-maker.ts'
import { Shop } from './shop/shop.ts'
import { shopYear } from './shop/shop-year.ts'
import { monthEndsOf, yearFrom } from './world/calendar.ts'
import type { DemoMerchant } from './world/demo-merchant.ts'
import { MERCHANT_PROFILES, type MerchantProfile } from './world/merchant-profiles.ts'
import { shared } from './world/volume.ts'

/** Everything that the demo data depend on. */
export type DemoPlan = {
  readonly profile: 'shop-year'
  readonly seed: number
  /** First day, as 2026-03-09; the year is counted in UTC. */
  readonly from: string
  /** How many transactions there are; everything else follows from them. */
  readonly transactions: number
  readonly merchants: readonly {
    readonly merchantId: string
    readonly timeZone: string
  }[]
}

/** Grows when the same plan gives other records. */
const GENERATION = 1
const TAG_DIGITS = 8

/** Begins the id of every record of the plan, and of no other. */
export function demoTagOf({ profile, seed, from, transactions, merchants }: DemoPlan): string {
  const parts = merchants.map(({ merchantId, timeZone }) => `${merchantId} ${timeZone}`)
  const text = [GENERATION, profile, seed, from, transactions, ...parts].join('\n')
  return `demo-${hash('sha256', text, 'hex').slice(0, TAG_DIGITS)}`
}

/** The kind of business that the merchant of this number, counted from 1, is. */
export function demoProfileOf(number: number): MerchantProfile {
  return MERCHANT_PROFILES[(number - 1) % MERCHANT_PROFILES.length] ?? MERCHANT_PROFILES[0]
}

/**
 * A year of shops that sell, batch, settle, refund and get their money: the same records for the same plan,
 * month by month, in a month merchant by merchant, by time. Nothing lies before the year or after it.
 */
export function* generateDemo(plan: DemoPlan): Generator<DemoRecord, undefined> {
  for (const records of demoDays(plan)) yield* records
}

/** The same, a day of a merchant at a time. */
export function* demoDays(plan: DemoPlan): Generator<Iterable<DemoRecord>, undefined> {
  const lives = shopsOf(plan).map((shop) => ({ shop, year: shopYear(shop), dayIndex: 0 }))
  for (const monthEndMs of monthEndsOf(yearFrom(plan.from))) {
    for (const life of lives) {
      const { days } = life.shop
      for (; (days[life.dayIndex]?.startMs ?? Infinity) < monthEndMs; life.dayIndex += 1) {
        const told = life.year.next()
        if (!told.done) yield told.value
      }
    }
  }
}

/** The record that, by being there, says that all others are: it is to be stored last. */
export function closingRecordOf(plan: DemoPlan): {
  readonly merchantId: string
  readonly recordId: string
} {
  const shop = shopsOf(plan).at(-1)
  assert(shop !== undefined, 'There is a merchant.')
  const { merchant, tag } = shop
  return { merchantId: merchant.merchantId, recordId: `${tag}-${lastBillKey(shop)}` }
}

function shopsOf(plan: DemoPlan): readonly Shop[] {
  const { seed, from } = plan
  const [tag, period] = [demoTagOf(plan), yearFrom(from)]
  return demoMerchantsOf(plan).map((merchant) => new Shop({ merchant, seed, period, tag }))
}

/** By id, which is also the order of the record tables. */
function demoMerchantsOf({ transactions, merchants }: DemoPlan): readonly DemoMerchant[] {
  const profiles = merchants.map((_, index) => demoProfileOf(index + 1))
  const parts = shared(
    transactions,
    profiles.map(({ weight }) => weight),
  )
  return merchants
    .map(({ merchantId, timeZone }, index) => ({
      merchantId,
      number: index + 1,
      profile: demoProfileOf(index + 1),
      timeZone,
      transactions: parts[index] ?? 0,
    }))
    .sort((a, b) => (a.merchantId < b.merchantId ? -1 : 1))
}
