import { assert } from '../../kernel/assert.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { GENERATE_REPORT, type ReportIds, SWEEP_REPORT_FILES } from '../reports/report-jobs.ts'
import { type GenerateDeps, generateReport } from './generate-report.ts'
import { type SweepDeps, sweepReportFiles } from './sweep-report-files.ts'

/** The job that generates reports. It runs on workers of its own, because it can take hours. */
export function reportJobs(deps: GenerateDeps): JobHandlers {
  return {
    [GENERATE_REPORT]: (payload, signal) => generateReport(deps, readReportIds(payload), signal),
  }
}

function readReportIds(payload: unknown): ReportIds {
  const { organizationId, reportId } = payload as Readonly<Record<string, unknown>>
  assert(
    typeof organizationId === 'string' && typeof reportId === 'string',
    'A report job carries an organizationId and a reportId.',
  )
  return { organizationId, reportId }
}

/** The job that deletes orphaned report files; it may run at any time and repeatedly. */
export function sweepingJobs(deps: SweepDeps): JobHandlers {
  return {
    [SWEEP_REPORT_FILES]: (payload) => sweepReportFiles(deps, readReportIds(payload)),
  }
}
