import type { Logger } from '../../platform/log.ts'
import { newId } from '../../platform/random.ts'
import { redactText } from '../../platform/redaction.ts'
import type { Report } from '../domain/report.ts'
import { folderOf } from '../domain/report-files.ts'
import {
  completed,
  failed,
  isFinished,
  postponed,
  running,
  withoutData,
} from '../domain/report-states.ts'
import { type Made, type MakeDeps, madeReport } from '../make-report.ts'
import { removeExports, removeRunFiles } from '../report-file.ts'
import { ATTEMPTS_MAX, type ReportIds } from '../report-jobs.ts'
import { findReport, lockReport, saveReport } from '../report-store.ts'
import { watchRun } from '../run-watch.ts'
import { lockToSettle, settleReport } from '../settle-report.ts'

export type GenerateDeps = MakeDeps & { readonly log: Logger }

const REASON_CHARACTERS_MAX = 500

/** Somebody else has the report now, or nobody wants it any more. */
class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** Makes the report, unless that is done; a second run of the same job changes nothing. */
export async function generateReport(
  deps: GenerateDeps,
  ids: ReportIds,
  signal: AbortSignal,
): Promise<void> {
  const report = await begun(deps, ids)
  if (report === undefined) return
  const stopping = new AbortController()
  const eitherSignal = AbortSignal.any([signal, stopping.signal])
  const watch = watchRun(deps, report, stopping)
  try {
    await removeLeftovers(deps, report)
    const made = await madeReport(deps, report, { signal: eitherSignal, watch })
    await finish(deps, report, made)
  } catch (error) {
    if (stopping.signal.aborted || error instanceof RunLost) return await leave(deps, report)
    // The node stops: the job is handed back and begins again elsewhere.
    if (signal.aborted) throw error
    await fail(deps, report, error)
  } finally {
    await watch.end()
  }
}

/** The report as it is now at work under a run of its own; undefined where nothing is to be done. */
async function begun(deps: GenerateDeps, ids: ReportIds): Promise<Report | undefined> {
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const found = await findReport(tx, [ids.organizationId], ids.reportId)
    if (found === undefined || isFinished(found.status) || found.status === 'QUEUED')
      return undefined
    const before = await lockReport(tx, ids.organizationId, ids.reportId)
    if (isFinished(before.status)) return undefined
    const report = running(before, { at: clock.now(), runId: newId() })
    await saveReport(tx, report)
    return report
  })
}

/** What earlier runs of the report have left. */
async function removeLeftovers(
  { reports, exportsFolder }: GenerateDeps,
  report: Report,
): Promise<void> {
  await removeExports(exportsFolder, report.reportId)
  await reports.removeBelow(folderOf(report))
}

async function finish(
  { database, clock }: GenerateDeps,
  { organizationId, reportId, runId }: Report,
  made: Made,
): Promise<void> {
  await database.transaction(async (tx) => {
    const report = await lockToSettle(tx, { organizationId, reportId })
    if (report.runId !== runId) throw new RunLost('The report is no longer this run’s.')
    const at = clock.now()
    await settleReport(
      tx,
      made === undefined ? withoutData(report, { at }) : completed(report, { at, ...made }),
    )
  })
}

/** Tried again with a growing pause; the last time it ends with the reason. */
async function fail(
  { database, clock, log }: GenerateDeps,
  { organizationId, reportId, runId }: Report,
  error: unknown,
): Promise<void> {
  const reason = reasonOf(error)
  const isOver = await database.transaction(async (tx) => {
    const report = await lockToSettle(tx, { organizationId, reportId })
    if (report.runId !== runId) return true
    const isLast = report.failures + 1 >= ATTEMPTS_MAX
    if (isLast) await settleReport(tx, failed(report, { at: clock.now(), reason }))
    else await saveReport(tx, postponed(report, { reason }))
    return isLast
  })
  if (!isOver) throw error
  log.error({ organizationId, reportId, err: error }, 'a report could not be made')
}

/** What this run has stored is nobody's: whoever has the report now has a run of their own. */
async function leave({ reports }: GenerateDeps, report: Report): Promise<void> {
  await removeRunFiles(reports, report)
}

function reasonOf(error: unknown): string {
  const words = redactText(error instanceof Error ? error.message : String(error))
  return words.replaceAll('\0', '').slice(0, REASON_CHARACTERS_MAX).toWellFormed()
}
