import { eventWrite, mailWrite } from '../../notifications/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { isCounted, type Report } from './report.ts'
import { enqueueGenerations, enqueueSweep, type ReportIds } from './report-jobs.ts'
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

/** Maximum number of one-time reports and re-runs of a user that are active at a time. */
export const ACTIVE_MAX = 3

/**
 * Locks the report in order to finish it. The user's lock always comes first: a transaction that held the row and
 * waited for the user could deadlock with one that waits for the row.
 */
export async function lockToFinish(tx: Tx, { organizationId, reportId }: ReportIds): Promise<Report> {
  const report = await findReport(tx, [organizationId], reportId)
  if (report === undefined) throw unknownReport()
  await lockUser(tx, report.orderedBy)
  return lockReport(tx, organizationId, reportId)
}

/**
 * Saves a finished report and notifies about it, marks the replaced report RERUN and starts the user's next queued
 * report. The caller has locked the report with `lockToFinish`.
 */
export async function finishReport(tx: Tx, report: Report): Promise<void> {
  await saveReport(tx, report)
  if (report.status === 'ERROR') await enqueueSweep(tx, report)
  else if (report.rerunOf !== undefined) await markReplaced(tx, report, report.rerunOf)
  await writeTogether(tx, [eventWrite(reportEvent(report)), ...reportMails(report).map((mail) => mailWrite(mail))])
  if (isCounted(report)) await admitQueued(tx, report.orderedBy)
}

async function markReplaced(tx: Tx, { organizationId }: Report, replacedId: string): Promise<void> {
  // The replaced report may have been removed since.
  if ((await findReport(tx, [organizationId], replacedId)) === undefined) return
  const before = await lockReport(tx, organizationId, replacedId)
  // Another run may have replaced it since.
  if (before.status !== 'RERUN') await saveReport(tx, replaced(before))
}

async function admitQueued(tx: Tx, orderedBy: string): Promise<void> {
  let atWork = await countActive(tx, orderedBy)
  for (; atWork < ACTIVE_MAX; atWork += 1) {
    const next = await lockFirstQueued(tx, orderedBy)
    if (next === undefined) return
    await saveReport(tx, admitted(next))
    await enqueueGenerations(tx, [next])
  }
}
