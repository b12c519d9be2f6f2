/**
 * When reports of a rule are due, found by reading the local time of the zone every quarter of an hour.
 * It shares nothing with the product's schedules, so that both can be held against each other. Times of rules
 * are quarters too, as all offsets of zones and their changes are today.
 */

type WallClockRule = {
  readonly timezone: string
  /** `HHMM` */
  readonly startTime: string
  readonly reportFrequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  readonly startDay?: number
}

export type RunPeriod = { readonly startMs: number; readonly endMs: number }

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/** A period of a month that ended before the first day reaches back so far. */
const DAYS_BEFORE = 35

/** The periods that end after one instant and not after another, oldest first. */
export function wallClockPeriods(rule: WallClockRule, afterMs: number, untilMs: number): readonly RunPeriod[] {
  const clock = wallClock(rule.timezone, afterMs - DAYS_BEFORE * DAY_MS, untilMs + DAY_MS)
  const runs: number[] = []
  let looked = 0
  for (const wanted of wantedReadings(rule, afterMs, untilMs)) {
    // The first moment at which the clock shows that time or, where it jumps over it, a later one.
    while (looked < clock.length && (clock[looked]?.shownMs ?? 0) < wanted) looked += 1
    const found = clock[looked]
    if (found !== undefined && looked > 0) runs.push(found.atMs)
  }
  return runs
    .map((endMs, index) => ({ startMs: runs[index - 1] ?? Number.NaN, endMs }))
    .filter(({ endMs }) => endMs > afterMs && endMs <= untilMs)
}

/** Times of the wall clock, written as if they were UTC, in their order. */
function wantedReadings(
  { startTime, reportFrequency, startDay = 1 }: WallClockRule,
  afterMs: number,
  untilMs: number,
): readonly number[] {
  const timeMs = (Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(2))) * MINUTE_MS
  const first = Math.floor(afterMs / DAY_MS) - DAYS_BEFORE + 2
  const last = Math.floor(untilMs / DAY_MS) + 1
  const days = Array.from({ length: last - first + 1 }, (_, n) => new Date((first + n) * DAY_MS))
  const isRunDay = (day: Date): boolean => {
    if (reportFrequency === 'DAILY') return true
    if (reportFrequency === 'WEEKLY') return day.getUTCDay() + 1 === startDay
    const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0))
    return day.getUTCDate() === Math.min(startDay, lastOfMonth.getUTCDate())
  }
  return days.filter(isRunDay).map((day) => day.getTime() + timeMs)
}

/** The local time of a zone at each quarter of an hour, written as if it were UTC. */
function wallClock(timeZone: string, fromMs: number, toMs: number) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const shown = (atMs: number): number => {
    const parts = format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)])
    const { year, month, day, hour, minute } = Object.fromEntries(parts) as Record<string, number>
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute)
  }
  const first = Math.floor(fromMs / QUARTER_MS)
  const count = Math.ceil(toMs / QUARTER_MS) - first + 1
  return Array.from({ length: count }, (_, n) => {
    const atMs = (first + n) * QUARTER_MS
    return { atMs, shownMs: shown(atMs) }
  })
}
