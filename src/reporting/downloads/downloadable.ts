// pure
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Report, ReportFile } from '../reports/report.ts'
import { isFinished } from '../reports/report-states.ts'

/** The report's file; refuses a report that has none, and says why. */
export function fileOf(report: Report): ReportFile {
  if (report.file === undefined) throw withoutFile(report)
  return report.file
}

function withoutFile({ status, reason, terms, reportOn }: Report): AppError {
  const report = `The report "${terms.reportName}" of ${reportOn.toString()}`
  if (!isFinished(status)) {
    return refusal('REPORT_NOT_READY', `${report} is ${status} and not ready yet; please retry later.`)
  }
  if (reason !== undefined) return refusal('REPORT_FAILED', `${report} failed: ${reason}.`)
  assert(status === 'NO_DATA' || status === 'RERUN', 'A COMPLETED report has a file.')
  return refusal('NO_DATA', `${report} has no file: no transactions were found in its period.`)
}

function refusal(code: string, message: string): AppError {
  return new AppError('not-found', code, message, [{ field: 'reportStatus', reason: code }])
}
