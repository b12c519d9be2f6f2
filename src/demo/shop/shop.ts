import { assert } from '../../kernel/assert.ts'
import { atHour, type Day, daysOf, HOUR_MS, type Period } from '../world/calendar.ts'
import type { DemoMerchant } from '../world/demo-merchant.ts'
import type { MerchantProfile } from '../world/merchant-profiles.ts'
import { padded } from '../world/padded.ts'
import { Random } from '../world/random.ts'
import { Bill } from './bill.ts'
import type { DemoRecord, RecordMaker } from './record-maker.ts'
import type { Movement } from './sale.ts'

type ShopOptions = {
  readonly merchant: DemoMerchant
  readonly seed: number
  readonly period: Period
  /** Begins the id of every record. */
  readonly tag: string
}

/** A record to be, and when it happens. */
type Pending = { readonly atMs: number; readonly made: () => DemoRecord }

/** What is to be done on a later day. */
type Task = (day: Day) => void

const SHOP_STREAM = 7
const REQUEST_NUMBERS = 1_000_000
/** Has no divisor in common with the count of numbers, so that each of them comes up before one recurs. */
const REQUEST_STRIDE = 7_919

/** A merchant's business in the course of its year: what was, what is to come, and what is told of today. */
export class Shop {
  readonly merchant: DemoMerchant
  readonly seed: number
  readonly tag: string
  readonly period: Period
  readonly days: readonly Day[]
  readonly random: Random
  /** What was taken or given back today, to be sent in the next batch. */
  unsent: Movement[] = []
  /** What was settled and is to be paid out, by the index of the day. */
  readonly payouts: Movement[][] = []
  /** What the service itself will charge for this month. */
  readonly bill = new Bill()
  orders = 0
  customers = 0
  /** Transactions told so far. */
  transactions = 0
  #requests = 0
  #told: Pending[] = []
  readonly #agenda: (Task[] | undefined)[] = []

  constructor({ merchant, seed, period, tag }: ShopOptions) {
    this.merchant = merchant
    this.seed = seed
    this.tag = tag
    this.period = period
    this.days = daysOf(merchant.timeZone, period)
    this.random = new Random(seed, merchant.number, SHOP_STREAM)
  }

  get profile(): MerchantProfile {
    return this.merchant.profile
  }

  /** Whether the year has room for another transaction: there are exactly as many as were asked for. */
  get isOpen(): boolean {
    return this.transactions < this.merchant.transactions
  }

  isInPeriod(ms: number): boolean {
    return ms >= this.period.fromMs && ms < this.period.endMs
  }

  tell<Told>(make: RecordMaker<Told>, { atMs, key }: { atMs: number; key: string }, told: Told): void {
    assert(this.isInPeriod(atMs), `The record ${key} would lie outside the year.`)
    const { merchantId } = this.merchant
    this.#told.push({
      atMs,
      made: () => make({ merchantId, recordId: `${this.tag}-${key}`, occurredAtMs: atMs }, told),
    })
  }

  /** Everything told since it was last asked, by time. */
  takeTold(): Iterable<DemoRecord> {
    const told = this.#told
    this.#told = []
    told.sort((a, b) => a.atMs - b.atMs)
    // One after the other: what is made only when it is wanted need not be kept.
    return told.values().map(({ made }) => made())
  }

  /** Puts something off; what would happen after the year never does. */
  plan(dayIndex: number, task: Task): void {
    if (dayIndex >= this.days.length) return
    const tasks = this.#agenda[dayIndex]
    if (tasks === undefined) this.#agenda[dayIndex] = [task]
    else tasks.push(task)
  }

  doPlanned(day: Day): void {
    for (const task of this.#agenda[day.index] ?? []) task(day)
    this.#agenda[day.index] = undefined
  }

  isWorkday({ dayOfWeek }: Day): boolean {
    return !this.profile.weekend.includes(dayOfWeek)
  }

  /** The index of the day that is so many workdays later; with 0 the day itself, if it is one. */
  workdayFrom(dayIndex: number, workdays: number): number {
    let index = dayIndex
    for (let left = workdays; index < this.days.length; index += 1) {
      const day = this.days[index]
      if (day === undefined || !this.isWorkday(day)) continue
      if (left === 0) return index
      left -= 1
    }
    return index
  }

  /** Some moment between two hours of the day. */
  momentBetween(day: Day, fromHour: number, toHour: number): number {
    const length = (toHour - fromHour) * HOUR_MS
    return Math.min(atHour(day, fromHour) + this.random.below(length), day.endMs - 1)
  }

  /** 22 digits that begin with the time, as clients of the service expect them. */
  requestId(atMs: number): string {
    this.#requests += 1
    const number = (this.#requests * REQUEST_STRIDE + this.seed) % REQUEST_NUMBERS
    return `${atMs}${padded(this.merchant.number, 3)}${padded(number, 6)}`
  }
}
