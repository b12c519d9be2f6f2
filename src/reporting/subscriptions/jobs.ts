import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { RUN_SUBSCRIPTION, type RunSettings } from './order-due.ts'
import { runSubscription } from './run-subscription.ts'

type Deps = RunSettings & { readonly database: Database; readonly clock: Clock }

/** The job that orders reports of subscriptions. */
export function subscriptionJobs({ database, clock, missedPeriodsMax }: Deps): JobHandlers {
  return {
    [RUN_SUBSCRIPTION]: async (payload) => {
      const { organizationId, subject: subscriptionId } = readAgendaItem(payload)
      const deps = { db: database, clock, missedPeriodsMax }
      await runSubscription(deps, { organizationId, subscriptionId })
    },
  }
}
