import { sql } from 'kysely'
import type { AuditActor } from '../../kernel/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { PersonalDataFinding } from './personal-data.ts'

/** An organization sent personal data in a field. */
export type Violation = PersonalDataFinding & {
  readonly organizationId: string
  readonly violationId: string
  /** By the machine's clock, like the audit trail. */
  readonly at: Temporal.Instant
  readonly actor: AuditActor
}

/** Inserts the violations of one request. */
export function violationsWrite(violations: readonly Violation[]): Write {
  const rows = violations.map(
    ({ organizationId, violationId, at, actor, field, looksLike }) =>
      sql`(${organizationId}, ${violationId}::uuid, ${at.toString()}::timestamptz,
        ${JSON.stringify(actor)}::jsonb, ${field}, ${looksLike})`,
  )
  return sql`insert into personal_data_violations
    (organization_id, violation_id, at, actor, field, looks_like) values ${sql.join(rows)}`
}

type ViolationFilter = {
  readonly organizationId?: string | undefined
  /** From this instant on. */
  readonly since?: Temporal.Instant | undefined
  /** Before this instant. */
  readonly until?: Temporal.Instant | undefined
}

/** Lists violations, newest first. */
export async function listViolations(
  db: Db,
  { organizationId, since, until }: ViolationFilter,
  { limit }: { readonly limit: number },
): Promise<readonly Violation[]> {
  const conditions = [
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(since === undefined ? [] : [sql`at >= ${since.toString()}`]),
    ...(until === undefined ? [] : [sql`at < ${until.toString()}`]),
  ]
  const { rows } = await sql<ViolationRow>`
    select organization_id, violation_id, at, actor, field, looks_like
    from personal_data_violations
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by at desc, violation_id limit ${limit}`.execute(db)
  return rows.map(({ organization_id, violation_id, looks_like, ...same }) => ({
    organizationId: organization_id,
    violationId: violation_id,
    looksLike: looks_like,
    ...same,
  }))
}

type ViolationRow = {
  readonly organization_id: string
  readonly violation_id: string
  readonly at: Temporal.Instant
  readonly actor: AuditActor
  readonly field: string
  readonly looks_like: string
}
