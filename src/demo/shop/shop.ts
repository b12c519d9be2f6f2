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
  /** The start of every record's id. */
  readonly tag: string
}

/** A record that is made when it is needed, and when it occurs. */
type Pending = { readonly atMs: number; readonly made: () => DemoRecord }

/** An event planned for a later day. */
type Task = (day: Day) => void

const SHOP_STREAM = 7
const REQUEST_NUMBERS = 1_000_000
/** Coprime to the count of numbers, so that each number occurs before one recurs. */
const REQUEST_STRIDE = 7_919

/** The state of a merchant's business during its year: planned events, and the records of today. */
export class Shop {
  readonly merchant: DemoMerchant
  readonly seed: number
  readonly tag: string
  readonly period: Period
  readonly days: readonly Day[]
  readonly random: Random
  /** Captures and refunds of today, for the next batch. */
  unsent: Movement[] = []
  /** Settled payments to pay out, by the index of the day. */
  readonly payouts: Movement[][] = []
  /** The service's charges for this month. */
  readonly bill = new Bill()
  orders = 0
  customers = 0
  /** Transactions generated so far. */
  transactions = 0
  #requests = 0
  #pending: Pending[] = []
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

  /** Whether another transaction fits in the year, which has exactly as many as the plan says. */
  get isOpen(): boolean {
    return this.transactions < this.merchant.transactions
  }

  isInPeriod(ms: number): boolean {
    return ms >= this.period.fromMs && ms < this.period.endMs
  }

  record<Subject>(make: RecordMaker<Subject>, { atMs, key }: { atMs: number; key: string }, subject: Subject): void {
    assert(this.isInPeriod(atMs), `The record ${key} would lie outside the year.`)
    const { merchantId } = this.merchant
    this.#pending.push({
      atMs,
      made: () => make({ merchantId, recordId: `${this.tag}-${key}`, occurredAtMs: atMs }, subject),
    })
  }

  /** Returns the records since the last call, by time. */
  takeTold(): Iterable<DemoRecord> {
    const pending = this.#pending
    this.#pending = []
    pending.sort((a, b) => a.atMs - b.atMs)
    // Lazily, so that records need not be kept in memory.
    return pending.values().map(({ made }) => made())
  }

  /** Plans an event; one after the end of the year never happens. */
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

  /** The index of the day that many workdays later; with 0 the day itself, if it is a workday. */
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

  /** A random time between two hours of the day. */
  momentBetween(day: Day, fromHour: number, toHour: number): number {
    const length = (toHour - fromHour) * HOUR_MS
    return Math.min(atHour(day, fromHour) + this.random.below(length), day.endMs - 1)
  }

  /** 22 digits that begin with the time, as clients expect. */
  requestId(atMs: number): string {
    this.#requests += 1
    const number = (this.#requests * REQUEST_STRIDE + this.seed) % REQUEST_NUMBERS
    return `${atMs}${padded(this.merchant.number, 3)}${padded(number, 6)}`
  }
}
