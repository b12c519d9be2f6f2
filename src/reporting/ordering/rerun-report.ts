import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { ReportActionDeps } from '../reports/action-deps.ts'
import type { Report } from '../reports/report.ts'
import { auditReport } from '../reports/report-audit.ts'
import { findAlike, findNamed, findReport, lockName, lockUser, unknownReport } from '../reports/report-store.ts'
import { versionToReplace } from '../reports/report-versions.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import { createReport, orderedByOf } from './create-report.ts'

/** Orders a report again. Once the new version has succeeded, the previous one becomes RERUN. */
export async function rerunReport(
  deps: ReportActionDeps,
  actor: Actor,
  { reportId }: { readonly reportId: string },
): Promise<Report> {
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, orderedByOf(actor.by))
    return startRerun(tx, deps, actor, await lockVersions(tx, actor.organizationId, reportId))
  })
}

/** Orders a finished report again. The caller holds the locks of the user and of the report's name. */
export async function startRerun(
  tx: Tx,
  { clock, machineClock }: Pick<ReportActionDeps, 'clock' | 'machineClock'>,
  actor: Actor,
  requested: Report,
): Promise<Report> {
  const before = versionToReplace(requested, await findAlike(tx, requested))
  await refuseTakenName(tx, before)
  const report = await createReport(tx, {
    organizationId: before.organizationId,
    reportId: newId(),
    terms: before.terms,
    frequency: before.frequency,
    period: before.period,
    orderedBy: orderedByOf(actor.by),
    queuedAt: clock.now(),
    rerunOf: before.reportId,
    subscriptionId: before.subscriptionId,
  })
  await auditReport(tx, actor, { at: machineClock.now(), action: 'report.rerun', report })
  return report
}

/** All versions share one name, so the lock of the name protects them all. */
async function lockVersions(tx: Tx, organizationId: string, reportId: string): Promise<Report> {
  const found = await findReport(tx, [organizationId], reportId)
  if (found === undefined) throw unknownReport()
  await lockName(tx, { organizationId, reportName: found.terms.reportName })
  return (await findReport(tx, [organizationId], reportId)) ?? found
}

/** The name of a failed one-time report may be in use by another report now. */
async function refuseTakenName(tx: Tx, before: Report): Promise<void> {
  if (before.frequency !== 'ADHOC' || before.status !== 'ERROR') return
  const { organizationId, terms } = before
  const taken = await findNamed(tx, organizationId, terms.reportName)
  const subscribed = await findSubscription(tx, organizationId, terms.reportName)
  if (taken === undefined && subscribed === undefined) return
  const holder = taken === undefined ? 'a report subscription' : `report ${taken.reportId}`
  const message = `The name of the report is now used by ${holder}.`
  throw new AppError('conflict', 'NAME_TAKEN', message, [{ field: 'reportId', reason: 'NAME_TAKEN' }])
}
