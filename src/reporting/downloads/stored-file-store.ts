import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Report } from '../reports/report.ts'
import { ownedKeysOf } from '../reports/report-files.ts'

const PAGE_ROWS = 1_000

type FileRow = {
  readonly organizationId: string
  readonly reportId: string
  readonly file: NonNullable<Report['file']>
}

/** The keys of all files that reports refer to, in the report store; a page of rows at a time. */
export async function* storedReportFiles(db: Db): AsyncGenerator<string> {
  let last = { organizationId: '', reportId: '' }
  for (;;) {
    const { rows } = await sql<FileRow>`select organization_id as "organizationId", report_id as "reportId", file
      from reports where file is not null and (organization_id, report_id) > (${last.organizationId}, ${last.reportId})
      order by organization_id, report_id limit ${PAGE_ROWS}`.execute(db)
    for (const row of rows) {
      yield* ownedKeysOf(row)
      last = row
    }
    if (rows.length < PAGE_ROWS) return
  }
}
