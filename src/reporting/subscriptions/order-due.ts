import type { Tx } from '../../platform/postgres/database.ts'
import { schedule, unschedule } from '../../platform/queue/agenda.ts'
import { newId } from '../../platform/secrets/random.ts'
import { newReport } from '../reports/new-report.ts'
import type { Period, Report } from '../reports/report.ts'
import { enqueueGenerations } from '../reports/report-jobs.ts'
import { insertReports } from '../reports/report-store.ts'
import { duePeriods } from './schedule.ts'
import { type Subscription, withSkipped } from './subscription.ts'
import { saveSubscription } from './subscription-store.ts'

/** The job that orders reports of a subscription when their time has come. */
export const RUN_SUBSCRIPTION = 'run-report-subscription'

export type RunSettings = {
  /** Periods of a subscription that are made up after an outage: the newest. */
  readonly missedPeriodsMax: number
}

/** Of one statement. Every report waits while the transaction is open, so it has to be short. */
const REPORTS_AT_ONCE_MAX = 500

/**
 * Orders a report of each period that has ended, oldest first, and says how far the subscription has come by
 * that. The caller holds its lock and saves it.
 */
export async function orderDue(
  tx: Tx,
  subscription: Subscription,
  { now, missedPeriodsMax }: RunSettings & { readonly now: Temporal.Instant },
): Promise<Subscription> {
  if (subscription.pausedAt !== undefined) return subscription
  const { periods, skipped, state } = duePeriods(subscription.schedule, now, missedPeriodsMax)
  for (let from = 0; from < periods.length; from += REPORTS_AT_ONCE_MAX) {
    const some = periods.slice(from, from + REPORTS_AT_ONCE_MAX)
    const reports = some.map((period) => scheduledReport(subscription, period, now))
    await insertReports(tx, reports)
    await enqueueGenerations(tx, reports)
  }
  return { ...subscription, schedule: state, skipped: withSkipped(subscription, skipped) }
}

/** Saves the subscription and puts its next run on the agenda; takes it off where it is paused. */
export async function saveAndSchedule(tx: Tx, subscription: Subscription): Promise<void> {
  await saveSubscription(tx, subscription)
  const key = agendaKey(subscription)
  if (subscription.pausedAt !== undefined) await unschedule(tx, key)
  else await schedule(tx, { ...key, dueAt: subscription.schedule.nextRunAt })
}

export async function unscheduleSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  await unschedule(tx, agendaKey(subscription))
}

function agendaKey({ organizationId, subscriptionId }: Pick<Subscription, 'organizationId' | 'subscriptionId'>) {
  return { organizationId, kind: RUN_SUBSCRIPTION, subject: subscriptionId }
}

function scheduledReport(
  { organizationId, subscriptionId, terms, timing: words }: Subscription,
  period: Period,
  now: Temporal.Instant,
): Report {
  const asked = {
    organizationId,
    reportId: newId(),
    terms,
    frequency: words.frequency,
    period,
    orderedBy: `subscription ${organizationId} ${subscriptionId}`,
    queuedAt: now,
    rerunOf: undefined,
    subscriptionId,
  }
  return newReport(asked, { hasRoom: true })
}
