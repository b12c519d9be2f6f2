import type { Day } from './calendar.ts'
import type { Random } from './random.ts'

/** When customers of a merchant buy. */
export type Rhythm = {
  /** From Monday to Sunday; 1 is an ordinary day. */
  readonly days: readonly number[]
  /** From midnight to midnight. */
  readonly hours: readonly number[]
  /** How strongly the merchant follows the season: 0 not at all, 1 fully. */
  readonly season: number
}

/** Evenings and weekends. */
export const ONLINE: Rhythm = {
  days: [1, 0.96, 0.97, 1, 1.04, 1.22, 1.34],
  hours: [...[9, 5, 3, 2, 2, 3, 6, 12, 20, 28, 33, 35], ...[38, 36, 34, 34, 36, 40, 46, 54, 62, 60, 44, 24]],
  season: 1,
}

/** Opening hours, closed at night and quiet on Sundays. */
export const HIGH_STREET: Rhythm = {
  days: [0.9, 0.92, 0.95, 1.02, 1.2, 1.5, 0.45],
  hours: [...[0, 0, 0, 0, 0, 0, 1, 6, 18, 34, 46, 54], ...[60, 56, 50, 50, 54, 60, 48, 26, 8, 2, 0, 0]],
  season: 0.9,
}

/** Offices: hardly anything at weekends. */
export const BUSINESS: Rhythm = {
  days: [1.1, 1.15, 1.12, 1.08, 0.95, 0.25, 0.2],
  hours: [...[1, 1, 1, 1, 1, 2, 6, 20, 48, 60, 62, 58], ...[40, 48, 58, 56, 46, 30, 14, 8, 6, 5, 3, 2]],
  season: 0.5,
}

/** From January to December: a quiet summer and a rise towards the holidays. */
const SEASON = [0.9, 0.88, 0.95, 0.97, 1, 0.97, 0.84, 0.82, 0.98, 1.04, 1.26, 1.5]
const NOVEMBER = 11
const DECEMBER = 12
/** The Friday after the fourth Thursday of November, and the Monday after it. */
const SALE_DAYS = { friday: 5, monday: 1, fridayFrom: 23, fridayTo: 29, factor: 1.9 }
const HOLIDAYS = { from: 24, to: 26, factor: 0.45 }

/** The relative volume of each day, with some random variation. */
export function dayWeights(days: readonly Day[], rhythm: Rhythm, random: Random): readonly number[] {
  return days.map((day) => {
    const season = 1 + (seasonOf(day) - 1) * rhythm.season
    const open = day.hours.reduce((sum, { hourOfDay }) => sum + (rhythm.hours[hourOfDay] ?? 0), 0)
    return (rhythm.days[day.dayOfWeek - 1] ?? 1) * season * open * (0.9 + random.next() * 0.2)
  })
}

function seasonOf({ month, dayOfMonth, dayOfWeek }: Day): number {
  const ofMonth = SEASON[month - 1] ?? 1
  if (month === DECEMBER && dayOfMonth >= HOLIDAYS.from && dayOfMonth <= HOLIDAYS.to) {
    return ofMonth * HOLIDAYS.factor
  }
  return month === NOVEMBER && isSaleDay(dayOfMonth, dayOfWeek) ? ofMonth * SALE_DAYS.factor : ofMonth
}

function isSaleDay(dayOfMonth: number, dayOfWeek: number): boolean {
  const { friday, monday, fridayFrom, fridayTo } = SALE_DAYS
  if (dayOfWeek === friday) return dayOfMonth >= fridayFrom && dayOfMonth <= fridayTo
  // Where that Monday is already in December, it is an ordinary one.
  return dayOfWeek === monday && dayOfMonth >= fridayFrom + 3
}

/** A random time of the day, by the hours at which people buy. */
export function momentOf({ hours }: Day, rhythm: Rhythm, random: Random): number {
  let left = random.next() * hours.reduce((sum, hour) => sum + weightOf(hour.hourOfDay, rhythm), 0)
  for (const { startMs, hourOfDay } of hours) {
    left -= weightOf(hourOfDay, rhythm)
    if (left < 0) return startMs + random.below(3_600_000)
  }
  // Rounding may leave a remainder.
  return (hours.at(-1)?.startMs ?? 0) + random.below(3_600_000)
}

function weightOf(hourOfDay: number, rhythm: Rhythm): number {
  return rhythm.hours[hourOfDay] ?? 0
}

/** The cumulative number of the total at the end of each day. */
export function runningTotals(weights: readonly number[], total: number): readonly number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let soFar = 0
  const totals = weights.map((weight) => {
    soFar += weight
    return all === 0 ? 0 : Math.floor((total * soFar) / all)
  })
  // The last day is exact, despite rounding.
  return totals.with(-1, total)
}

/** Splits the total by weights; the parts sum to the total. */
export function shared(total: number, weights: readonly number[]): readonly number[] {
  const totals = runningTotals(weights, total)
  return totals.map((soFar, index) => soFar - (totals[index - 1] ?? 0))
}
