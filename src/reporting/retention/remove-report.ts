import type { AuditActor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Report } from '../reports/report.ts'
import { enqueueSweep } from '../reports/report-jobs.ts'
import { invalidStatus, isFinished } from '../reports/report-states.ts'
import { lockReport, unknownReport } from '../reports/report-store.ts'
import { deleteReport, findAnyReport } from './report-removal-store.ts'

type Deps = { readonly db: Database; readonly machineClock: Clock }

/**
 * Removes a finished report of any organization. A job deletes its files; the caller may also do so immediately. Its name
 * is free afterwards, unless an older version is kept, which can be run again.
 */
export async function removeReport({ db, machineClock }: Deps, by: AuditActor, reportId: string): Promise<Report> {
  const found = await findAnyReport(db.db, reportId)
  if (found === undefined) throw unknownReport()
  return db.transaction(async (tx) => {
    const report = await lockReport(tx, found.organizationId, reportId)
    if (!isFinished(report.status)) {
      throw invalidStatus(`The report is ${report.status}: only a finished report can be removed. Cancel it first.`)
    }
    await deleteReport(tx, report)
    await enqueueSweep(tx, report)
    const { terms, reportOn, organizationId } = report
    await recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'report.removed',
      subject: `report:${reportId}`,
      details: { reportName: terms.reportName, reportDate: reportOn.toString() },
    })
    return report
  })
}
