import { assert } from '../../kernel/assert.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { GENERATE_REPORT, type ReportIds } from '../reports/report-jobs.ts'
import { type GenerateDeps, generateReport } from './generate-report.ts'

/** The job that makes reports. It takes long, and is not to hold up others. */
export function reportJobs(deps: GenerateDeps): JobHandlers {
  return {
    [GENERATE_REPORT]: (payload, signal) => generateReport(deps, readReportIds(payload), signal),
  }
}

export function readReportIds(payload: unknown): ReportIds {
  const { organizationId, reportId } = payload as Readonly<Record<string, unknown>>
  assert(
    typeof organizationId === 'string' && typeof reportId === 'string',
    'A report job carries an organizationId and a reportId.',
  )
  return { organizationId, reportId }
}
