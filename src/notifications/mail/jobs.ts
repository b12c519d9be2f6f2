import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { type DeliveryDeps, deliverMail } from './deliver-mail.ts'
import { DELIVER_MAIL, resumeParkedMails } from './outbox-store.ts'

/** The job that makes one attempt to hand a mail over; it comes from the outbox and, for retries, from the agenda. */
export function mailDeliveryJobs(deps: DeliveryDeps): JobHandlers {
  return {
    [DELIVER_MAIL]: async (payload) => {
      const { organizationId, subject: mailId } = readAgendaItem(payload)
      await deliverMail(deps, { organizationId, mailId })
    },
  }
}

/** Delivers mails that had to wait for a mail server, or that a former version has written; returns how many. */
export async function resumeMails({
  database,
  isSandbox,
  mailServer,
}: Pick<DeliveryDeps, 'database' | 'isSandbox' | 'mailServer'>): Promise<number> {
  if (mailServer === undefined && !isSandbox) return 0
  let resumed = 0
  for (;;) {
    const count = await resumeParkedMails(database)
    if (count === 0) return resumed
    resumed += count
  }
}
