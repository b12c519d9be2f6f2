// pure
import { dayAfter } from '../period-text.ts'

export const PERIODS = ['yesterday', 'lastWeek', 'thisMonth', 'lastMonth'] as const
type Period = (typeof PERIODS)[number]
type Days = { readonly from: string; readonly to: string }

/** The days of a usual period; weeks begin on Monday, and this month ends yesterday, unless it began today. */
export function periodOf(period: Period, today: string): Days {
  const monthStart = `${today.slice(0, 7)}-01`
  const yesterday = dayAfter(today, -1)
  switch (period) {
    case 'yesterday':
      return { from: yesterday, to: yesterday }
    case 'lastWeek': {
      const monday = dayAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
      return { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }
    }
    case 'thisMonth':
      return { from: monthStart, to: yesterday < monthStart ? today : yesterday }
    case 'lastMonth': {
      const last = dayAfter(monthStart, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
  }
}
