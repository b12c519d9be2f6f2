import type { Tx } from '../platform/postgres/database.ts'
import { newId } from '../platform/random.ts'
import type { AuditEntry } from './domain/audit-entry.ts'

type AuditTables = {
  audit_entries: {
    organization_id: string
    entry_id: string
    at: string
    actor: string
    action: string
    subject: string
    details: string
  }
  audit_unsealed: { organization_id: string; entry_id: string }
}

/** Adds one entry to an organization's trail, in the transaction of what it tells. */
export async function recordAudit(tx: Tx, entry: Omit<AuditEntry, 'entryId'>): Promise<void> {
  const entryId = newId()
  const tables = tx.withTables<AuditTables>()
  await tables
    .insertInto('audit_entries')
    .values({
      organization_id: entry.organizationId,
      entry_id: entryId,
      at: entry.at.toString(),
      actor: JSON.stringify(entry.actor),
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details),
    })
    .execute()
  await tables
    .insertInto('audit_unsealed')
    .values({ organization_id: entry.organizationId, entry_id: entryId })
    .execute()
}
