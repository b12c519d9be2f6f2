import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Report } from '../reports/report.ts'
import type { EndRange } from '../reports/report-moment.ts'
import { isStorableText, type ReportRow, reportColumns, reportOf } from '../reports/report-store.ts'

export type NamedReport = {
  readonly reportName: string
  readonly reportOn: Temporal.PlainDate
  /** Where several runs of the date are told apart. */
  readonly endsWithin: EndRange | undefined
}

/**
 * The newest report of that name and date that has a file; else the newest that is there. What another run
 * has replaced is known by its id alone.
 */
export async function findNewestNamed(
  db: Db,
  organizationIds: readonly string[],
  { reportName, reportOn, endsWithin }: NamedReport,
): Promise<Report | undefined> {
  if (!isStorableText(reportName)) return undefined
  const ending =
    endsWithin === undefined
      ? sql`true`
      : sql`ends_at >= ${endsWithin.from.toString()} and ends_at < ${endsWithin.until.toString()}`
  const { rows } = await sql<ReportRow>`select ${reportColumns} from reports
    where organization_id = any(${[...organizationIds]}::text[]) and report_name = ${reportName}
      and report_on = ${reportOn.toString()} and status <> 'RERUN' and ${ending}
    order by status = 'COMPLETED' desc, ends_at desc, place desc limit 1`.execute(db)
  return rows.map(reportOf)[0]
}
