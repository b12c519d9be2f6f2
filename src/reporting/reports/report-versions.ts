// pure
import { AppError } from '../../kernel/errors.ts'
import type { Report } from './report.ts'
import { isFinished } from './report-states.ts'

/**
 * The version that a re-run of the report replaces: the one that stands, which is another one where the
 * report is a re-run that failed. `alike` holds the report and all of its versions.
 */
export function versionToReplace(report: Report, alike: readonly Report[]): Report {
  const root = rootOf(report, alike)
  const versions = alike.filter((other) => rootOf(other, alike) === root)
  // Where none stands, as it was removed or is too old to be kept, the report itself is made anew.
  const standing = versions.findLast(isCurrent) ?? report
  if (!isFinished(report.status)) {
    throw refused(`The report is ${report.status}: only a finished report can be run again.`)
  }
  if (report.status === 'RERUN' && standing !== report) {
    throw refused(`The report has been replaced by ${standing.reportId}: run that one again.`)
  }
  const open = versions.find(({ status }) => !isFinished(status))
  if (open !== undefined) {
    throw refused(`The report is already being run again, as ${open.reportId}.`)
  }
  return standing
}

/** Neither replaced nor on its way, nor one that should have replaced another and failed. */
function isCurrent({ status, rerunOf }: Report): boolean {
  if (rerunOf === undefined) return status !== 'RERUN'
  return status === 'COMPLETED' || status === 'NO_DATA'
}

/** The id of the first version; versions that are no longer kept are passed over. */
function rootOf(report: Report, alike: readonly Report[]): string {
  let root = report
  // No chain is longer than all there are.
  for (let steps = 0; steps < alike.length; steps += 1) {
    const before = alike.find(({ reportId }) => reportId === root.rerunOf)
    if (before === undefined) break
    root = before
  }
  return root.rerunOf ?? root.reportId
}

function refused(message: string): AppError {
  return new AppError('conflict', 'INVALID_STATUS', message, [{ field: 'reportId', reason: 'INVALID_STATUS' }])
}
