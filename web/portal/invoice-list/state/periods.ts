// pure

// Calendar dates are texts such as 2026-03-09. They are computed in UTC, so that no zone of a browser moves them.

/** Periods that move with the day on which the list is read, so that a saved view stays right. */
export const CREATED_PERIODS = ['today', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth', 'thisYear'] as const
export const DUE_PERIODS = ['today', 'next7Days', 'next30Days', 'thisMonth', 'lastMonth', 'over30DaysAgo'] as const
export type Period = (typeof CREATED_PERIODS)[number] | (typeof DUE_PERIODS)[number]

/** Both days are included. */
export type Days = { readonly from: string | undefined; readonly to: string | undefined }

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

export function isDate(text: unknown): text is string {
  return typeof text === 'string' && DATE.test(text) && dateOf(dayOf(text)) === text
}

export function daysOfPeriod(period: Period, today: string): Days {
  const day = dayOf(today)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'last7Days':
      return { from: dateOf(day - 6), to: today }
    case 'last30Days':
      return { from: dateOf(day - 29), to: today }
    case 'next7Days':
      return { from: today, to: dateOf(day + 6) }
    case 'next30Days':
      return { from: today, to: dateOf(day + 29) }
    case 'thisMonth':
      return { from: monthStart(year, month), to: dateOf(dayOf(monthStart(year, month + 1)) - 1) }
    case 'lastMonth':
      return { from: monthStart(year, month - 1), to: dateOf(dayOf(monthStart(year, month)) - 1) }
    case 'thisYear':
      return { from: monthStart(year, 0), to: dateOf(dayOf(monthStart(year + 1, 0)) - 1) }
    case 'over30DaysAgo':
      return { from: undefined, to: dateOf(day - 31) }
  }
}

function dayOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS
}

function dateOf(day: number): string {
  const date = new Date(day * DAY_MS)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function monthStart(year: number, month: number): string {
  return dateOf(Date.UTC(year, month, 1) / DAY_MS)
}
