import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Report } from '../reports/report.ts'
import type { ReportIds } from '../reports/report-jobs.ts'
import { FINISHED_STATUSES } from '../reports/report-states.ts'
import { isStorableText, type ReportRow, reportColumns, reportOf } from '../reports/report-store.ts'

type IdRow = { readonly organization_id: string; readonly report_id: string }

/** Deletes the oldest reports that ended before an instant; returns their ids. */
export async function deleteOldReports(
  tx: Tx,
  { before, limit }: { readonly before: Temporal.Instant; readonly limit: number },
): Promise<readonly ReportIds[]> {
  const { rows } = await sql<IdRow>`delete from reports where (organization_id, report_id) in (
      select organization_id, report_id from reports
      where coalesce(completed_at, queued_at) < ${before.toString()}
        and queued_at < ${before.toString()} and status = any(${[...FINISHED_STATUSES]}::text[])
      order by queued_at limit ${limit}
      -- Who is at work on one is not waited for: it is removed the next day.
      for update skip locked
    ) returning organization_id, report_id`.execute(tx)
  return rows.map(idsOf)
}

/** Finds the ids of all reports of the installation, page by page. */
export async function findAnyIds(
  db: Db,
  { after, limit }: { readonly after: ReportIds | undefined; readonly limit: number },
): Promise<readonly ReportIds[]> {
  const { rows } = await sql<IdRow>`select organization_id, report_id from reports
    where (organization_id, report_id) > (${after?.organizationId ?? ''}, ${after?.reportId ?? ''})
    order by organization_id, report_id limit ${limit}`.execute(db)
  return rows.map(idsOf)
}

export async function deleteReport(tx: Tx, { organizationId, reportId }: ReportIds): Promise<void> {
  await sql`delete from reports
    where organization_id = ${organizationId} and report_id = ${reportId}`.execute(tx)
}

/** Finds a report of any organization, for the operator. */
export async function findAnyReport(db: Db, reportId: string): Promise<Report | undefined> {
  if (!isStorableText(reportId)) return undefined
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where report_id = ${reportId} limit 1`.execute(db)
  return rows.map(reportOf)[0]
}

type ReportFilter = {
  readonly organizationId: string | undefined
  readonly status: Report['status'] | undefined
}

/** Lists reports of any organization, newest first. */
export async function listAnyReports(
  db: Db,
  { organizationId, status }: ReportFilter,
  { limit }: { readonly limit: number },
): Promise<readonly Report[]> {
  const conditions = [
    sql`true`,
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ]
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where ${sql.join(conditions, sql` and `)}
    order by queued_at desc, place desc limit ${limit}`.execute(db)
  return rows.map(reportOf)
}

function idsOf({ organization_id, report_id }: IdRow): ReportIds {
  return { organizationId: organization_id, reportId: report_id }
}
