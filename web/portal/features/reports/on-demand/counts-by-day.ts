// pure
import { calendarDateIn } from '../../../format/dates.ts'
import { dayAfter } from '../period-text.ts'

/** As the summaries of disputes list them: a number for each merchant and day that has some. */
export type DayCount = { readonly time: string; readonly count: number }

export type CountOfDay = { readonly day: string; readonly count: number }

type Asked = { readonly from: string; readonly to: string; readonly timeZone: string }

const HALF_DAY_MS = 43_200_000

/** The numbers of all merchants together, also of days without any: a chart must not leave out days. */
export function countsByDay(counts: readonly DayCount[], { from, to, timeZone }: Asked): readonly CountOfDay[] {
  const byDay = Map.groupBy(counts, ({ time }) => dayOf(time, timeZone))
  const days: CountOfDay[] = []
  for (let day = from; day !== '' && day <= to; day = dayAfter(day)) {
    days.push({ day, count: (byDay.get(day) ?? []).reduce((sum, { count }) => sum + count, 0) })
  }
  return days
}

/** Days of a report begin in one offset, an hour before or after midnight where clocks were changed: the middle is within the day. */
function dayOf(time: string, timeZone: string): string {
  return calendarDateIn(new Date(Date.parse(time) + HALF_DAY_MS).toISOString(), timeZone)
}
