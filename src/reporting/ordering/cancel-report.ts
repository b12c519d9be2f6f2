import type { Actor } from '../../kernel/actor.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import { finishReport, lockToFinish } from '../reports/finish-report.ts'
import type { Report } from '../reports/report.ts'
import { auditReport } from '../reports/report-audit.ts'
import { canceled, invalidStatus, isFinished } from '../reports/report-states.ts'

/** Cancels an unfinished report and starts its user's next queued one. */
export async function cancelReport(
  { db, clock, machineClock }: ReportActionDeps,
  actor: Actor,
  { reportId }: { readonly reportId: string },
): Promise<Report> {
  const { organizationId } = actor
  return db.transaction(async (tx) => {
    const before = await lockToFinish(tx, { organizationId, reportId })
    if (isFinished(before.status)) {
      throw invalidStatus(`The report is ${before.status}: only an unfinished report can be canceled.`)
    }
    const report = canceled(before, { at: clock.now() })
    await finishReport(tx, report)
    await auditReport(tx, actor, { at: machineClock.now(), action: 'report.canceled', report })
    return report
  })
}
