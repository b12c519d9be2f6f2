import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isStorableText } from '../reports/report-store.ts'
import type { RunSettings } from '../subscriptions/run-subscription.ts'
import { duePeriods, newSchedule, type ScheduleState } from '../subscriptions/schedule.ts'
import { editedSchedule, resumed, ruleFrom, type Subscription, type Timing } from '../subscriptions/subscription.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'

type Deps = RunSettings & { readonly database: Pick<Database, 'db'>; readonly clock: Clock }

type Asked = {
  readonly organizationId: string
  readonly reportName: string | undefined
  readonly timing: Timing
  readonly timeZone: string
}

/** The schedule that a subscription would have if it were saved now: a new one, or that of an edited subscription. */
export async function upcomingSchedule(deps: Deps, asked: Asked): Promise<ScheduleState> {
  const { organizationId, reportName, timing, timeZone } = asked
  const now = deps.clock.now()
  const before =
    reportName === undefined || !isStorableText(reportName)
      ? undefined
      : await findSubscription(deps.database.db, organizationId, reportName)
  if (before === undefined) return newSchedule(ruleFrom(timing, timeZone, now), now)
  return editedSchedule(caughtUp(before, now, deps), timing, { timeZone, now })
}

/** As if the reports of its due periods had been ordered, which happens before an edit. */
function caughtUp(before: Subscription, now: Temporal.Instant, { missedPeriodsMax }: RunSettings): Subscription {
  if (before.pausedAt !== undefined) return resumed(before, now)
  return { ...before, schedule: duePeriods(before.schedule, now, missedPeriodsMax).state }
}
