import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

type FirstMessages = {
  /** Whether a mail was handed over to the mail server or the inbox. */
  readonly hasMail: boolean
  /** Whether one of the organization's webhooks took a notification. */
  readonly hasWebhook: boolean
}

/** Whether anything of an organization has reached anyone yet. */
export async function findFirstMessages(db: Db, organizationId: string): Promise<FirstMessages> {
  const { rows } = await sql<FirstMessages>`select
    exists (select from mail_outbox where organization_id = ${organizationId} and state = 'sent') as "hasMail",
    exists (select from webhook_deliveries where organization_id = ${organizationId}
      and state = 'delivered') as "hasWebhook"`.execute(db)
  return rows[0] ?? { hasMail: false, hasWebhook: false }
}
