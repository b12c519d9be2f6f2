import type { Static } from 'typebox'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import { localTime } from '../reports/report-times.ts'
import type { OrderWarning } from '../reports/terms/order-warnings.ts'
import { presentTerms } from '../reports/terms/present-terms.ts'
import type { ScheduleContract, SubscriptionContract } from './contract.ts'
import { type ScheduleState, upcomingRuns } from './schedule.ts'
import type { Subscription } from './subscription.ts'

const RUNS_SHOWN = 10

export function presentSubscription(
  subscription: Subscription,
  warnings: readonly OrderWarning[] = [],
): Static<typeof SubscriptionContract> {
  const { terms, timing, schedule, pausedAt } = subscription
  const definition = findReportDefinition(terms.definitionName)
  return {
    organizationId: subscription.organizationId,
    ...(definition === undefined ? {} : { reportDefinitionId: String(definition.id) }),
    reportMimeType: terms.mimeType,
    reportFrequency: timing.frequency,
    ...(timing.interval === undefined ? {} : { reportInterval: timing.interval }),
    reportName: terms.reportName,
    timezone: terms.timeZone,
    startTime: timing.startTime,
    ...(timing.startDay === undefined ? {} : { startDay: timing.startDay }),
    ...presentTerms(terms),
    ...(terms.groupName === undefined ? {} : { groupName: terms.groupName, groupId: terms.groupName }),
    subscriptionStatus: pausedAt === undefined ? 'ACTIVE' : 'INACTIVE',
    ...(pausedAt === undefined ? { nextRunTime: schedule.nextRunAt.toString() } : {}),
    skippedPeriods: subscription.skipped.map(({ startsAt, endsAt, reason }) => ({
      startTime: localTime(startsAt, terms.timeZone),
      endTime: localTime(endsAt, terms.timeZone),
      reason,
    })),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  }
}

export function presentSchedule(subscription: Subscription): Static<typeof ScheduleContract> {
  const { terms, schedule, pausedAt } = subscription
  const { nextRunTimes, timezone } = presentRuns(schedule, terms.timeZone)
  return { reportName: terms.reportName, timezone, nextRunTimes: pausedAt === undefined ? nextRunTimes : [] }
}

/** The next runs of a schedule, in local time. */
export function presentRuns(
  schedule: ScheduleState,
  timeZone: string,
): Pick<Static<typeof ScheduleContract>, 'timezone' | 'nextRunTimes'> {
  return {
    timezone: timeZone,
    nextRunTimes: upcomingRuns(schedule, RUNS_SHOWN).map(({ at, movedBy, period }) => ({
      runTime: at.toString(),
      localRunTime: localTime(at, timeZone),
      reportStartTime: localTime(period.startsAt, timeZone),
      reportEndTime: localTime(period.endsAt, timeZone),
      movedBy: [...movedBy],
    })),
  }
}
