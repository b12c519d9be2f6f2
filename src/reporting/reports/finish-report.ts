import { eventWrite, mailWrite } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { isCounted, type Report } from './report.ts'
import { enqueueGeneration, enqueueSweep, type ReportIds } from './report-jobs.ts'
import { reportEvent, reportMails } from './report-notices.ts'
import { admitted, replaced } from './report-states.ts'
import {
  countActive,
  findReport,
  lockFirstQueued,
  lockReport,
  lockUser,
  saveReport,
  unknownReport,
} from './report-store.ts'

/** One-time reports and re-runs of a user that may be at work at once. */
export const ACTIVE_MAX = 3

/**
 * The report's row, locked by who may end it. The user's lock comes first everywhere: whoever held a row and
 * waited for the user would wait for somebody who waits for the row.
 */
export async function lockToFinish(tx: Tx, { organizationId, reportId }: ReportIds): Promise<Report> {
  const report = await findReport(tx, [organizationId], reportId)
  if (report === undefined) throw unknownReport()
  await lockUser(tx, report.orderedBy)
  return lockReport(tx, organizationId, reportId)
}

/**
 * Saves a report that has just ended and tells of it; what it replaces steps back, and the next one of its
 * user gets its turn. The caller has locked it to settle it.
 */
export async function finishReport(tx: Tx, report: Report): Promise<void> {
  await saveReport(tx, report)
  if (report.status === 'ERROR') await enqueueSweep(tx, report)
  else if (report.rerunOf !== undefined) await markReplaced(tx, report, report.rerunOf)
  await writeTogether(tx, [eventWrite(reportEvent(report)), ...reportMails(report).map((mail) => mailWrite(mail))])
  if (isCounted(report)) await admitQueued(tx, report.orderedBy)
}

async function markReplaced(tx: Tx, { organizationId }: Report, replacedId: string): Promise<void> {
  // It may have been removed in the meantime.
  if ((await findReport(tx, [organizationId], replacedId)) === undefined) return
  const before = await lockReport(tx, organizationId, replacedId)
  // It may have been replaced by another run in the meantime.
  if (before.status !== 'RERUN') await saveReport(tx, replaced(before))
}

async function admitQueued(tx: Tx, orderedBy: string): Promise<void> {
  let atWork = await countActive(tx, orderedBy)
  for (; atWork < ACTIVE_MAX; atWork += 1) {
    const next = await lockFirstQueued(tx, orderedBy)
    if (next === undefined) return
    await saveReport(tx, admitted(next))
    await enqueueGeneration(tx, next)
  }
}
