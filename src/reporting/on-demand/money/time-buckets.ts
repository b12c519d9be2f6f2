// pure
import type { TimeWindow } from '../../reports/terms/time-window.ts'

export const ROLL_UPS = ['day', 'week', 'month'] as const
export type RollUp = (typeof ROLL_UPS)[number]

/** How a window is divided; `rollUp` undefined: not at all. */
export type Cut = {
  readonly rollUp: RollUp | undefined
  /** 1 is Sunday, 7 is Saturday. */
  readonly startDayOfWeek: number
}

/** Consecutive days, weeks or months, numbered from 0. */
export type TimeBuckets = {
  readonly rollUp: RollUp | undefined
  readonly count: number
  /** The start of a bucket; that of the first may lie before the window. */
  readonly startOf: (number: number) => Temporal.Instant
  /** The part of a bucket that lies in the window. */
  readonly within: (number: number) => Span
}

/** `to` is exclusive. */
export type Span = { readonly from: Temporal.Instant; readonly to: Temporal.Instant }

/** Divides a window into days, weeks or months in its own offset, which has no daylight saving. */
export function timeBuckets(window: TimeWindow, { rollUp, startDayOfWeek }: Cut): TimeBuckets {
  const { from, to, offset } = window
  if (rollUp === undefined) {
    return { rollUp, count: 1, startOf: () => from, within: () => ({ from, to }) }
  }
  const first = firstDay(from.toZonedDateTimeISO(offset).toPlainDate(), { rollUp, startDayOfWeek })
  const unit = `${rollUp}s` as const
  const startOf = (number: number): Temporal.Instant =>
    first
      .add({ [unit]: number })
      .toZonedDateTime(offset)
      .toInstant()
  const last = to.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(offset).toPlainDate()
  return {
    rollUp,
    count: Math.floor(first.until(last, { largestUnit: unit })[unit]) + 1,
    startOf,
    within: (number) => ({
      from: later(from, startOf(number)),
      to: earlier(to, startOf(number + 1)),
    }),
  }
}

/** The first day of the bucket that the day lies in. */
function firstDay(
  day: Temporal.PlainDate,
  { rollUp, startDayOfWeek }: { readonly rollUp: RollUp; readonly startDayOfWeek: number },
): Temporal.PlainDate {
  switch (rollUp) {
    case 'day':
      return day
    case 'week': {
      const sinceSunday = day.dayOfWeek % 7
      return day.subtract({ days: (sinceSunday - (startDayOfWeek - 1) + 7) % 7 })
    }
    case 'month':
      return day.with({ day: 1 })
  }
}

function later(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) > 0 ? a : b
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) < 0 ? a : b
}
