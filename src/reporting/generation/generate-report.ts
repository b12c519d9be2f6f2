import { AppError } from '../../kernel/errors.ts'
import type { Logger } from '../../platform/log/log.ts'
import { newId } from '../../platform/secrets/random.ts'
import { finishReport, lockToFinish } from '../reports/finish-report.ts'
import { publicReason } from '../reports/public-reason.ts'
import type { Report } from '../reports/report.ts'
import { ATTEMPTS_MAX, type ReportIds } from '../reports/report-jobs.ts'
import { completed, failed, isFinished, postponed, running, withoutData } from '../reports/report-states.ts'
import { findReport, lockReport, saveReport } from '../reports/report-store.ts'
import { type MadeReport, type MakeDeps, makeReport, RecordsPending } from './make-report.ts'
import { removeExports, removeRunFiles } from './report-file.ts'
import { watchRun } from './run-watch.ts'
import { sweepReportFiles } from './sweep-report-files.ts'

export type GenerateDeps = MakeDeps & { readonly log: Logger }

/** Another run has the report now, or it was canceled. */
class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** Generates the report unless it is finished; a second run of the same job only cleans up after the first. */
export async function generateReport(deps: GenerateDeps, ids: ReportIds, signal: AbortSignal): Promise<void> {
  const report = await startRun(deps, ids)
  if (report !== undefined) await runOnce(deps, report, signal)
  // Interrupted runs leave files behind, and so does one that was killed just before this point.
  await sweepReportFiles(deps, ids)
}

async function runOnce(deps: GenerateDeps, report: Report, signal: AbortSignal): Promise<void> {
  const stopping = new AbortController()
  const eitherSignal = AbortSignal.any([signal, stopping.signal])
  const watch = watchRun(deps, report, stopping)
  try {
    await removeExports(deps.exportsFolder, report.reportId)
    const made = await makeReport(deps, report, { signal: eitherSignal, watch })
    await saveResult(deps, report, made)
  } catch (error) {
    if (stopping.signal.aborted || error instanceof RunLost) return await discardRunFiles(deps, report)
    // The node is stopping: the job is returned to the queue and starts again elsewhere.
    if (signal.aborted) throw error
    await recordFailure(deps, report, error)
  } finally {
    await watch.end()
  }
}

/** Marks the report RUNNING under a new run id; returns undefined if there is nothing to do. */
async function startRun(deps: GenerateDeps, ids: ReportIds): Promise<Report | undefined> {
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const found = await findReport(tx, [ids.organizationId], ids.reportId)
    if (found === undefined || isFinished(found.status) || found.status === 'QUEUED') return undefined
    const before = await lockReport(tx, ids.organizationId, ids.reportId)
    if (isFinished(before.status)) return undefined
    const report = running(before, { at: clock.now(), runId: newId() })
    await saveReport(tx, report)
    return report
  })
}

async function saveResult(
  { database, clock }: GenerateDeps,
  { organizationId, reportId, runId }: Report,
  made: MadeReport,
): Promise<void> {
  await database.transaction(async (tx) => {
    const report = await lockToFinish(tx, { organizationId, reportId })
    if (report.runId !== runId) throw new RunLost('Another run has taken over the report.')
    const at = clock.now()
    await finishReport(tx, made === undefined ? withoutData(report, { at }) : completed(report, { at, ...made }))
  })
}

/** Postpones the report for a retry, or ends it with ERROR after the last attempt. */
async function recordFailure(deps: GenerateDeps, run: Report, error: unknown): Promise<void> {
  const { database, clock, log } = deps
  const { organizationId, reportId, runId } = run
  const reason = publicReason(error)
  const outcome = await database.transaction(async (tx) => {
    const report = await lockToFinish(tx, { organizationId, reportId })
    if (report.runId !== runId) return 'lost'
    const isCounted = !(error instanceof RecordsPending)
    const isLast = isPermanent(error) || (isCounted && report.failures + 1 >= ATTEMPTS_MAX)
    if (isLast) await finishReport(tx, failed(report, { at: clock.now(), reason }))
    else await saveReport(tx, postponed(report, { reason, isCounted }))
    return isLast ? 'over' : 'postponed'
  })
  if (outcome !== 'over') await discardRunFiles(deps, run)
  if (outcome === 'postponed') throw error
  if (outcome === 'lost') return
  log.error({ organizationId, reportId, err: error }, 'report generation failed')
}

/** A refusal, such as a merchant group that no longer exists, would be the same on a retry. */
function isPermanent(error: unknown): boolean {
  return error instanceof AppError && error.kind !== 'unavailable'
}

/**
 * Removes the files of this run if the report belongs to another run or waits for its next one. The row decides, not the
 * outcome of our own transaction: its commit may have succeeded although the response was lost. Files of finished reports
 * are left to the sweep.
 */
async function discardRunFiles({ database, reports }: GenerateDeps, run: Report): Promise<void> {
  const report = await findReport(database.db, [run.organizationId], run.reportId)
  if (report === undefined || isFinished(report.status) || report.runId === run.runId) return
  await removeRunFiles(reports, run)
}
