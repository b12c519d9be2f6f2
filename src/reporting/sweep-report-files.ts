import type { BlobStore } from '../platform/blobs/blob-store.ts'
import type { Database } from '../platform/postgres/database.ts'
import { folderOf, keptKeysOf } from './domain/report-files.ts'
import { isFinished } from './domain/report-states.ts'
import { removeExports } from './report-file.ts'
import type { ReportIds } from './report-jobs.ts'
import { findReport } from './report-store.ts'

export type SweepDeps = {
  readonly database: Database
  readonly reports: BlobStore
  /** Where the engine writes; for whoever has one. */
  readonly exportsFolder?: string
}

/**
 * Removes what a report has left behind and its row does not vouch for. Nothing is touched while a run may be
 * at work, now or soon. What has ended never runs again, so what is kept is known for good.
 */
export async function sweepReportFiles(
  { database, reports, exportsFolder }: SweepDeps,
  ids: ReportIds,
): Promise<void> {
  const report = await findReport(database.db, [ids.organizationId], ids.reportId)
  if (report !== undefined && !isFinished(report.status)) return
  if (exportsFolder !== undefined) await removeExports(exportsFolder, ids.reportId)
  await reports.removeBelow(folderOf(ids), report === undefined ? [] : keptKeysOf(report))
}
