import type { Database } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { readAgendaItem } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import type { DeliveryDeps } from './mail-dispatcher.ts'
import { DELIVER_MAIL, markMailDue, resumeParkedMails } from './outbox-store.ts'

/** The job of the agenda makes a mail due; dispatchers send it, so that no mail server keeps a worker waiting. */
export function mailDeliveryJobs({ database }: { readonly database: Database }): JobHandlers {
  return {
    [DELIVER_MAIL]: async (payload) => {
      const { organizationId, subject: mailId } = readAgendaItem(payload)
      await markMailDue(database.db, { organizationId, mailId })
    },
  }
}

/** Delivers mails that had to wait for a mail server; returns how many. */
export async function resumeMails({
  database,
  isSandbox,
  mailServer,
}: Pick<DeliveryDeps, 'database' | 'isSandbox' | 'mailServer'>): Promise<number> {
  if (mailServer === undefined && !isSandbox) return 0
  return inPortions(() => resumeParkedMails(database.db))
}
