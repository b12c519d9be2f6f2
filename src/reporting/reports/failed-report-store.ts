import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** A report that could not be made. */
export type FailedReport = {
  readonly reportId: string
  readonly reportName: string
  readonly reason: string | null
  readonly failedAt: Temporal.Instant
}

type Since = { readonly organizationId: string; readonly since: Temporal.Instant; readonly limit: number }

/** Reports of an organization that failed lately, the latest first, unless they were ordered again since. */
export async function findFailedReports(
  db: Db,
  { organizationId, since, limit }: Since,
): Promise<{ readonly count: number; readonly first: readonly FailedReport[] }> {
  const { rows } = await sql<FailedReport & { readonly count: number }>`
    select report_id as "reportId", report_name as "reportName", reason,
      coalesce(completed_at, generating_at, queued_at) as "failedAt", count(*) over ()::int as count
    from reports failed
    where organization_id = ${organizationId} and status = 'ERROR'
      and coalesce(generating_at, queued_at) >= ${since.toString()}
      and not exists (select from reports later where later.organization_id = failed.organization_id
        and later.report_name = failed.report_name and later.report_on = failed.report_on
        and later.place > failed.place and later.status <> 'ERROR')
    order by coalesce(generating_at, queued_at) desc, report_id limit ${limit}`.execute(db)
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...report }) => report) }
}
