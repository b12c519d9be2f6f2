import { sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/database.ts'
import { newId } from '../platform/random.ts'
import type { AuditActor, AuditEntry } from './domain/audit-entry.ts'

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

export type AuditFilter = {
  readonly organizationId?: string | undefined
  /** From this instant on. */
  readonly since?: Temporal.Instant | undefined
  /** Before this instant. */
  readonly until?: Temporal.Instant | undefined
  /** One action, or all of a kind: `key` finds `key.created`. */
  readonly action?: string | undefined
}

export type ListedEntry = AuditEntry & {
  /** Its place in the chain; undefined while it waits for its seal. */
  readonly sequence: bigint | undefined
}

/** Newest first. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  { limit }: { readonly limit: number },
): Promise<readonly ListedEntry[]> {
  const { organizationId, since, until, action } = filter
  const conditions = [
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(since === undefined ? [] : [sql`at >= ${since.toString()}`]),
    ...(until === undefined ? [] : [sql`at < ${until.toString()}`]),
    ...(action === undefined
      ? []
      : [sql`(action = ${action} or starts_with(action, ${`${action}.`}))`]),
  ]
  const { rows } = await sql<ListedRow>`
    select entry.*, seal.sequence from (
      select * from audit_entries where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by at desc, entry_id limit ${limit}
    ) as entry left join audit_seals seal using (organization_id, entry_id)
    order by entry.at desc, seal.sequence desc nulls first, entry_id`.execute(db)
  return rows.map(({ organization_id, entry_id, sequence, ...same }) => ({
    organizationId: organization_id,
    entryId: entry_id,
    sequence: sequence ?? undefined,
    ...same,
  }))
}

type ListedRow = {
  readonly organization_id: string
  readonly entry_id: string
  readonly at: Temporal.Instant
  readonly actor: AuditActor
  readonly action: string
  readonly subject: string
  readonly details: AuditEntry['details']
  readonly sequence: bigint | null
}
