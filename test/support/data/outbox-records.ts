import { sql } from 'kysely'
import type { Database } from '../../../src/platform/postgres/database.ts'

export type RecordInput = {
  readonly kind: string
  readonly recordId: string
  readonly occurredAt: string
  readonly fields: Readonly<Record<string, string>>
}

/** The records that wait in the outbox, in the order in which they were written. */
export async function outboxRecords(
  { db }: Database,
  { organizationId, kind }: { readonly organizationId: string; readonly kind?: string },
): Promise<readonly RecordInput[]> {
  const { rows } = await sql<{ kind: string; record: Omit<RecordInput, 'kind'> }>`select kind, record from record_outbox
    where organization_id = ${organizationId} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    order by outbox_id`.execute(db)
  return rows.map((row) => ({ ...row.record, kind: row.kind }))
}
