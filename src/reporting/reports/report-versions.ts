// pure
import type { Report } from './report.ts'
import { invalidStatus, isFinished } from './report-states.ts'

/**
 * The version that a re-run of the report replaces: the current one, which is another report if this one is a failed
 * re-run. `alike` contains the report and all of its versions.
 */
export function versionToReplace(report: Report, alike: readonly Report[]): Report {
  const root = rootOf(report, alike)
  const versions = alike.filter((other) => rootOf(other, alike) === root)
  // If no version is current, because it was removed or has expired, the report itself is run again.
  const standing = versions.findLast(isCurrent) ?? report
  if (!isFinished(report.status)) {
    throw invalidStatus(`The report is ${report.status}: only a finished report can be run again.`)
  }
  if (report.status === 'RERUN' && standing !== report) {
    throw invalidStatus(`The report has been replaced by ${standing.reportId}: run that one again.`)
  }
  const open = versions.find(({ status }) => !isFinished(status))
  if (open !== undefined) {
    throw invalidStatus(`The report is already being run again, as ${open.reportId}.`)
  }
  return standing
}

/** Whether the report was made, or else ordered, before its period ended: it lacks the records of the rest. */
export function isEarly({ period, generatingAt, queuedAt }: Pick<Report, 'period' | 'generatingAt' | 'queuedAt'>) {
  return Temporal.Instant.compare(generatingAt ?? queuedAt, period.endsAt) < 0
}

/** Neither replaced nor unfinished, nor a failed re-run. */
function isCurrent({ status, rerunOf }: Report): boolean {
  if (rerunOf === undefined) return status !== 'RERUN'
  return status === 'COMPLETED' || status === 'NO_DATA'
}

/** The id of the first version, even if that version has been removed. */
function rootOf(report: Report, alike: readonly Report[]): string {
  let root = report
  // No chain is longer than the list.
  for (let steps = 0; steps < alike.length; steps += 1) {
    const before = alike.find(({ reportId }) => reportId === root.rerunOf)
    if (before === undefined) break
    root = before
  }
  return root.rerunOf ?? root.reportId
}
