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
  /** Where the engine writes; for whoever has one. */
  readonly exportsFolder?: string
}

/**
 * Removes what a report has left behind and its row does not vouch for. Nothing is touched while a run may be
 * at work, now or soon. What has ended never runs again, so what is kept is known for good.
 */
export async function sweepReportFiles({ database, reports, exportsFolder }: SweepDeps, ids: ReportIds): Promise<void> {
  const report = await findReport(database.db, [ids.organizationId], ids.reportId)
  if (report !== undefined && !isFinished(report.status)) return
  if (exportsFolder !== undefined) await removeExports(exportsFolder, ids.reportId)
  await reports.removeBelow(folderOf(ids), report === undefined ? [] : ownedKeysOf(report))
}
