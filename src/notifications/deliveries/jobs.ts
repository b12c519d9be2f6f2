import type { Database } from '../../platform/postgres/database.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { announceEvents } from '../events/event-store.ts'
import { HEALTH_JOB } from '../webhooks/suspension.ts'
import { RETRY_JOB } from './attempt-recorder.ts'
import { markRetryDue } from './delivery-store.ts'
import { requestHealthCheck } from './lane-store.ts'

/** The jobs of the agenda make something due; dispatchers do it, so that no receiver keeps a worker waiting. */
export function deliveryJobs({ database }: { readonly database: Database }): JobHandlers {
  return {
    [RETRY_JOB]: async (payload) => {
      const { organizationId, subject } = readAgendaItem(payload)
      const [webhookId = '', deliveryId = ''] = subject.split(' ')
      await markRetryDue(database.db, { organizationId, webhookId, deliveryId })
      await announceEvents(database.db)
    },
    [HEALTH_JOB]: async (payload) => {
      const { organizationId, subject, dueAt } = readAgendaItem(payload)
      await requestHealthCheck(database.db, { organizationId, webhookId: subject, dueAt })
      await announceEvents(database.db)
    },
  }
}
