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
    return refusal('REPORT_NOT_READY', `${report} is ${status}: it is not ready yet, ask again later.`)
  }
  if (reason !== undefined) return refusal('REPORT_FAILED', `${report} failed: ${reason}.`)
  assert(status === 'NO_DATA' || status === 'RERUN', 'What is COMPLETED has a file.')
  return refusal('NO_DATA', `${report} ran and found no transactions in its period: there is no file of it.`)
}

function refusal(code: string, message: string): AppError {
  return new AppError('not-found', code, message, [{ field: 'reportStatus', reason: code }])
}
