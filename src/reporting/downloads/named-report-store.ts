import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Report } from '../reports/report.ts'
import {
  isStorableText,
  ownerIdsSql,
  type ReportOwners,
  type ReportRow,
  reportColumns,
  reportOf,
} from '../reports/report-store.ts'
import type { EndRange } from '../reports/report-times.ts'

export type NamedReport = {
  readonly reportName: string
  readonly reportOn: Temporal.PlainDate
  /** Tells periods apart that ended on the same date. */
  readonly endsWithin: EndRange | undefined
}

/** Finds the newest COMPLETED report of that name and date, or else the newest. Replaced reports are found by id only. */
export async function findNewestNamed(
  db: Db,
  owners: ReportOwners,
  { reportName, reportOn, endsWithin }: NamedReport,
): Promise<Report | undefined> {
  if (!isStorableText(reportName)) return undefined
  const ending =
    endsWithin === undefined
      ? sql`true`
      : sql`ends_at >= ${endsWithin.from.toString()} and ends_at < ${endsWithin.until.toString()}`
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where organization_id in (${ownerIdsSql(owners)}) and report_name = ${reportName}
      and report_on = ${reportOn.toString()} and status <> 'RERUN' and ${ending}
    order by status = 'COMPLETED' desc, ends_at desc, place desc limit 1`.execute(db)
  return rows.map(reportOf)[0]
}
