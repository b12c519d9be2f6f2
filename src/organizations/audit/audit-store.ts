import { sql } from 'kysely'
import type { AuditActor } from '../../kernel/actor.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { AuditEntry } from './audit-entry.ts'

/** The writes that add an entry to an organization's trail, for the transaction of the action. */
export function auditWrites(entry: Omit<AuditEntry, 'entryId'>): readonly Write[] {
  const { organizationId } = entry
  const entryId = newId()
  return [
    sql`insert into audit_entries (organization_id, entry_id, at, actor, action, subject, details)
      values (${organizationId}, ${entryId}, ${entry.at.toString()},
        ${JSON.stringify(entry.actor)}::jsonb, ${entry.action}, ${entry.subject},
        ${JSON.stringify(entry.details)}::jsonb)`,
    sql`insert into audit_unsealed (organization_id, entry_id) values (${organizationId}, ${entryId})`,
  ]
}

/** Adds an entry to an organization's trail, in the transaction of the action. */
export async function recordAudit(tx: Tx, entry: Omit<AuditEntry, 'entryId'>): Promise<void> {
  await writeTogether(tx, auditWrites(entry))
}

export type AuditFilter = {
  readonly organizationId?: string | undefined
  /** From this instant on. */
  readonly since?: Temporal.Instant | undefined
  /** Before this instant. */
  readonly until?: Temporal.Instant | undefined
  /** One action, or all of a kind: `key` finds `key.created`. */
  readonly action?: string | undefined
  /** One object. There is no index for it: give a time too. */
  readonly subject?: string | undefined
  /** Entries that contain each word, or have to do with one of its people. */
  readonly words?: readonly { readonly word: string; readonly personIds: readonly string[] }[]
  /** After this entry of the list. */
  readonly before?: { readonly at: Temporal.Instant; readonly entryId: string } | undefined
}

export type ListedEntry = AuditEntry & {
  /** Its position in the chain; undefined until it is sealed. */
  readonly sequence: bigint | undefined
}

/** Lists audit entries, newest first. Pages are cut by time and id; else those of one moment are in the order of the chain. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  { limit, isPaged = false }: { readonly limit: number; readonly isPaged?: boolean },
): Promise<readonly ListedEntry[]> {
  const { organizationId, since, until, action, subject, words = [], before } = filter
  const conditions = [
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(since === undefined ? [] : [sql`at >= ${since.toString()}`]),
    ...(until === undefined ? [] : [sql`at < ${until.toString()}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(action === undefined ? [] : [sql`(action = ${action} or starts_with(action, ${`${action}.`}))`]),
    ...words.map(
      ({ word, personIds }) => sql`(strpos(lower(concat_ws(' ', action, subject, details, actor)), ${word}) > 0
        or actor->>'personId' = any(${[...personIds]}::text[])
        or subject = any(${personIds.map((personId) => `person:${personId}`)}::text[]))`,
    ),
    ...(before === undefined
      ? []
      : [
          sql`at <= ${before.at.toString()}`,
          sql`(at < ${before.at.toString()} or entry_id > ${before.entryId}::uuid)`,
        ]),
  ]
  const { rows } = await sql<ListedRow>`
    select entry.*, seal.sequence from (
      select * from audit_entries where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by at desc, entry_id limit ${limit}
    ) as entry left join audit_seals seal using (organization_id, entry_id)
    order by entry.at desc, ${isPaged ? sql`` : sql`seal.sequence desc nulls first, `}entry_id`.execute(db)
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
