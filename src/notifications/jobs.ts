import type { Database } from '../platform/postgres/database.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { DUE_DELIVERIES } from './deliveries/delivery-store.ts'
import { deliveryJobs } from './deliveries/jobs.ts'
import { mailDeliveryJobs } from './mail/jobs.ts'
import { DUE_MAILS } from './mail/outbox-store.ts'

/** The jobs of the agenda that make a mail, a retry or a health check due. */
export function notificationJobs(deps: { readonly database: Database }): JobHandlers {
  return { ...deliveryJobs(deps), ...mailDeliveryJobs(deps) }
}

/** Messages that a moved clock waits for: SQL such as `from … where …`. */
export const DUE_MESSAGES = [...DUE_DELIVERIES, ...DUE_MAILS]
