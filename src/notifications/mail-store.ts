import { sql } from 'kysely'
import type { Write } from '../platform/postgres/write-together.ts'
import { newId } from '../platform/secrets/random.ts'
import type { Mail } from './mail.ts'

/** The write that puts the mail into the outbox, for the transaction of what it is about. */
export function mailWrite(mail: Mail): Write {
  return sql`insert into mail_outbox (organization_id, mail_id, kind, subject, recipient_name,
      recipient_address, payload, created_at)
    values (${mail.organizationId}, ${newId()}, ${mail.kind}, ${mail.subject},
      ${mail.recipient.name ?? null}, ${mail.recipient.address},
      ${JSON.stringify(mail.payload)}::jsonb, ${mail.createdAt.toString()})`
}
