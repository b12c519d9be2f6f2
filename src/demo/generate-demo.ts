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

/** Everything that the demo data depends on. */
export type DemoPlan = {
  readonly profile: 'shop-year'
  readonly seed: number
  /** The first day, such as 2026-03-09; the year is in UTC. */
  readonly from: string
  /** The number of transactions; everything else follows from them. */
  readonly transactions: number
  readonly merchants: readonly {
    readonly merchantId: string
    readonly timeZone: string
  }[]
}

/** Incremented when the same plan gives other records. */
const GENERATION = 1
const TAG_DIGITS = 8

/** The start of the ids of all records of the plan, and of no others. */
export function demoTagOf({ profile, seed, from, transactions, merchants }: DemoPlan): string {
  const parts = merchants.map(({ merchantId, timeZone }) => `${merchantId} ${timeZone}`)
  const text = [GENERATION, profile, seed, from, transactions, ...parts].join('\n')
  return `demo-${hash('sha256', text, 'hex').slice(0, TAG_DIGITS)}`
}

/** The business of a merchant by its number, which starts at 1. */
export function demoProfileOf(number: number): MerchantProfile {
  return MERCHANT_PROFILES[(number - 1) % MERCHANT_PROFILES.length] ?? MERCHANT_PROFILES[0]
}

/**
 * Generates a year of sales, batches, settlements, refunds and payouts of some shops. The same plan gives the same
 * records, by month, merchant and time; none is outside the year.
 */
export function* generateDemo(plan: DemoPlan): Generator<DemoRecord, undefined> {
  for (const records of demoDays(plan)) yield* records
}

/** Generates the records of a plan, one day of one merchant at a time. */
export function* demoDays(plan: DemoPlan): Generator<Iterable<DemoRecord>, undefined> {
  const lives = shopsOf(plan).map((shop) => ({ shop, year: shopYear(shop), dayIndex: 0 }))
  for (const monthEndMs of monthEndsOf(yearFrom(plan.from))) {
    for (const life of lives) {
      const { days } = life.shop
      for (; (days[life.dayIndex]?.startMs ?? Infinity) < monthEndMs; life.dayIndex += 1) {
        const day = life.year.next()
        if (!day.done) yield day.value
      }
    }
  }
}

/** Identifies the record that is stored last: if it is there, all others are. */
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

/** Merchants by id, which is also the order of the record tables. */
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
