import type { FileStore } from '../../platform/file-store/file-store.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { folderOf, ownedKeysOf } from '../reports/report-files.ts'
import type { ReportIds } from '../reports/report-jobs.ts'
import { isFinished } from '../reports/report-states.ts'
import { findReport } from '../reports/report-store.ts'
import { removeExports } from './report-file.ts'

export type SweepDeps = {
  readonly database: Database
  readonly reports: FileStore
  /** The folder that the embedded engine writes to, if there is one. */
  readonly exportsFolder?: string
}

/**
 * Deletes orphaned files of a report: those that its row does not refer to. Does nothing while the report is unfinished;
 * a finished report never runs again, so its row is final.
 */
export async function sweepReportFiles({ database, reports, exportsFolder }: SweepDeps, ids: ReportIds): Promise<void> {
  const report = await findReport(database.db, [ids.organizationId], ids.reportId)
  if (report !== undefined && !isFinished(report.status)) return
  if (exportsFolder !== undefined) await removeExports(exportsFolder, ids.reportId)
  await reports.removeBelow(folderOf(ids), report === undefined ? [] : ownedKeysOf(report))
}
