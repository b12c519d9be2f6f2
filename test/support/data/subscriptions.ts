import type { Actor } from '../../../src/kernel/actor.ts'
import { type Clock, systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database, Transactions } from '../../../src/platform/postgres/database.ts'
import { newId } from '../../../src/platform/secrets/random.ts'
import { removeSubscription, setPaused } from '../../../src/reporting/subscriptions/change-subscription.ts'
import { putSubscription } from '../../../src/reporting/subscriptions/put-subscription.ts'
import { runSubscription } from '../../../src/reporting/subscriptions/run-subscription.ts'
import type { ScheduleRule } from '../../../src/reporting/subscriptions/schedule-rule.ts'
import type { Subscription } from '../../../src/reporting/subscriptions/subscription.ts'
import { findSubscription } from '../../../src/reporting/subscriptions/subscription-store.ts'
import { anOrganization } from './organizations.ts'

type Changes = Readonly<Record<string, unknown>>

type SubscriberDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly missedPeriodsMax?: number
}

/** The request body of a daily subscription, in GMT. */
export function aSubscriptionBody(changes: Changes = {}) {
  return {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: ['Request.RequestID'],
    reportMimeType: 'text/csv',
    reportName: 'Scheduled',
    timezone: 'GMT',
    ...changes,
  }
}

/** A new merchant, with the operations of the merchant and the schedulers on its subscriptions. */
export async function aSubscriber({ database, clock, missedPeriodsMax = 400 }: SubscriberDeps) {
  const organizationId = `shop-${newId().slice(-12)}`
  await anOrganization({ database }, organizationId)
  const actor: Actor = { organizationId, by: { kind: 'key', organizationId, keyId: 'key' } }
  const organization = { organizationId, timeZone: 'UTC' }
  const deps = {
    db: database,
    clock,
    machineClock: systemClock,
    missedPeriodsMax,
    subscriptionsMax: 20,
  }
  const put = (changes: Changes) => putSubscription(deps, actor, { organization, body: aSubscriptionBody(changes) })
  const named = (reportName: string) => ({ organizationId, reportName })
  return {
    organizationId,
    put: async (changes: Changes = {}): Promise<Subscription> => (await put(changes)).subscription,
    /** The same; returns whether that has changed anything. */
    edit: async (changes: Changes): Promise<boolean> => (await put(changes)).outcome !== 'unchanged',
    pause: (reportName = 'Scheduled') => setPaused(deps, actor, { ...named(reportName), isPaused: true }),
    resume: (reportName = 'Scheduled') => setPaused(deps, actor, { ...named(reportName), isPaused: false }),
    remove: (reportName = 'Scheduled') => removeSubscription(deps, actor, named(reportName)),
    /** As a scheduler does it; it may have other transactions, or a clock that is wrong. */
    run: (
      { subscriptionId }: Pick<Subscription, 'subscriptionId'>,
      other: { readonly db?: Transactions; readonly clock?: Clock } = {},
    ) => runSubscription({ ...deps, ...other }, { organizationId, subscriptionId }),
    stored: async (reportName = 'Scheduled'): Promise<Subscription> => {
      const found = await findSubscription(database.db, organizationId, reportName)
      if (found === undefined) throw new Error('There is no such subscription.')
      return found
    },
  }
}

/** A report of a subscription, from its row. */
type OrderedReport = {
  readonly reportId: string
  readonly subscriptionId: string
  readonly reportName: string
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly queuedAt: Temporal.Instant
}

/** Reports of an organization's subscriptions in the order in which they were ordered. */
export async function orderedReports({ pool }: Database, organizationId: string): Promise<readonly OrderedReport[]> {
  const { rows } = await pool.query<OrderedReport>(
    `select report_id as "reportId", subscription_id as "subscriptionId", report_name as "reportName",
      starts_at as "startsAt", ends_at as "endsAt", queued_at as "queuedAt"
    from reports where organization_id = $1 and subscription_id is not null order by place`,
    [organizationId],
  )
  return rows
}

/** The reports that jobs are to make, in the order of the jobs. */
export async function reportsToMake({ pool }: Database, organizationId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select job.payload ->> 'reportId' as id from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'generate-report' and job.payload ->> 'organizationId' = $1
    order by job.priority, job.run_at, job.id`,
    [organizationId],
  )
  return rows.map(({ id }) => id)
}

/** When the agenda has each subscription of the organization. */
export async function agendaOf({ pool }: Database, organizationId: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ subject: string; dueAt: Temporal.Instant }>(
    `select subject, due_at as "dueAt" from agenda
    where organization_id = $1 and kind = 'run-report-subscription'`,
    [organizationId],
  )
  return Object.fromEntries(rows.map(({ subject, dueAt }) => [subject, dueAt.toString()]))
}

/** The request for a rule; the client cannot choose when its intervals begin. */
export function askedSchedule(rule: ScheduleRule): Changes {
  const { timeZone: timezone, frequency: reportFrequency } = rule
  const startTime = rule.startTime.toString().slice(0, 5).replace(':', '')
  const common = { timezone, reportFrequency, startTime }
  switch (rule.frequency) {
    case 'DAILY':
      return common
    case 'WEEKLY':
    case 'MONTHLY':
      return { ...common, startDay: rule.startDay }
    case 'USER_DEFINED': {
      const hours = Math.floor(rule.intervalMinutes / 60)
      const interval = Temporal.Duration.from({ hours, minutes: rule.intervalMinutes % 60 })
      return { ...common, reportInterval: interval.toString() }
    }
  }
}
