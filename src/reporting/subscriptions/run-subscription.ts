import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Transactions, Tx } from '../../platform/postgres/database.ts'
import { readAgendaItem, schedule, unschedule } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { newId } from '../../platform/secrets/random.ts'
import { newReport } from '../reports/new-report.ts'
import type { Period, Report } from '../reports/report.ts'
import { enqueueGenerations } from '../reports/report-jobs.ts'
import { insertReports } from '../reports/report-store.ts'
import { duePeriods } from './schedule.ts'
import { type Subscription, withSkipped } from './subscription.ts'
import { lockSubscription, saveSubscription } from './subscription-store.ts'

/** The job that runs a subscription when its next run is due. */
export const RUN_SUBSCRIPTION = 'run-report-subscription'

export type RunSettings = {
  /** Maximum number of missed periods that are caught up after an outage, newest first. */
  readonly missedPeriodsMax: number
}

type SubscriptionIds = Pick<Subscription, 'organizationId' | 'subscriptionId'>

/** Reports per statement. Their jobs wait until the transaction commits, so it has to be short. */
const BATCH_REPORTS_MAX = 500

export function subscriptionJobs({
  database,
  ...deps
}: RunSettings & { readonly database: Database; readonly clock: Clock }): JobHandlers {
  return {
    [RUN_SUBSCRIPTION]: async (payload) => {
      const { organizationId, subject: subscriptionId } = readAgendaItem(payload)
      await runSubscription({ ...deps, db: database }, { organizationId, subscriptionId })
    },
  }
}

/**
 * Orders the reports that are due and schedules the next run. The due periods are found under the subscription's lock,
 * so a second run of the job, or one after a pause or an edit, finds less to do or nothing.
 */
export async function runSubscription(
  { db, clock, missedPeriodsMax }: RunSettings & { readonly db: Transactions; readonly clock: Clock },
  { organizationId, subscriptionId }: SubscriptionIds,
): Promise<void> {
  await db.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, organizationId, { subscriptionId })
    if (subscription === undefined) return
    const now = clock.now()
    await saveAndSchedule(tx, await orderDue(tx, subscription, { now, missedPeriodsMax }))
  })
}

/**
 * Orders a report for each period that has ended, oldest first, and returns the subscription with the new end of its
 * coverage. The caller holds the subscription's lock and saves it.
 */
export async function orderDue(
  tx: Tx,
  subscription: Subscription,
  { now, missedPeriodsMax }: RunSettings & { readonly now: Temporal.Instant },
): Promise<Subscription> {
  if (subscription.pausedAt !== undefined) return subscription
  const { periods, skipped, state } = duePeriods(subscription.schedule, now, missedPeriodsMax)
  for (let from = 0; from < periods.length; from += BATCH_REPORTS_MAX) {
    const batch = periods.slice(from, from + BATCH_REPORTS_MAX)
    const reports = batch.map((period) => scheduledReport(subscription, period, now))
    await insertReports(tx, reports)
    await enqueueGenerations(tx, reports)
  }
  return { ...subscription, schedule: state, skipped: withSkipped(subscription, skipped) }
}

/** Saves the subscription and schedules its next run, or unschedules it if it is paused. */
export async function saveAndSchedule(tx: Tx, subscription: Subscription): Promise<void> {
  await saveSubscription(tx, subscription)
  if (subscription.pausedAt !== undefined) await unscheduleSubscription(tx, subscription)
  else await schedule(tx, { ...agendaKey(subscription), dueAt: subscription.schedule.nextRunAt })
}

export async function unscheduleSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  await unschedule(tx, agendaKey(subscription))
}

function agendaKey({ organizationId, subscriptionId }: SubscriptionIds) {
  return { organizationId, kind: RUN_SUBSCRIPTION, subject: subscriptionId }
}

function scheduledReport(
  { organizationId, subscriptionId, terms, timing }: Subscription,
  period: Period,
  now: Temporal.Instant,
): Report {
  return newReport(
    {
      organizationId,
      reportId: newId(),
      terms,
      frequency: timing.frequency,
      period,
      orderedBy: `subscription ${organizationId} ${subscriptionId}`,
      queuedAt: now,
      rerunOf: undefined,
      subscriptionId,
    },
    { hasRoom: true },
  )
}
