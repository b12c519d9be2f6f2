import { assert } from '../../kernel/assert.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { type SweepDeps, sweepReportFiles } from '../actions/sweep-report-files.ts'
import { type ReportIds, SWEEP_REPORT_FILES } from '../report-jobs.ts'

/** The job that removes what nobody vouches for; it may run at any time and again. */
export function sweepingJobs(deps: SweepDeps): JobHandlers {
  return { [SWEEP_REPORT_FILES]: (payload) => sweepReportFiles(deps, readIds(payload)) }
}

function readIds(payload: unknown): ReportIds {
  const { organizationId, reportId } = payload as Readonly<Record<string, unknown>>
  assert(
    typeof organizationId === 'string' && typeof reportId === 'string',
    'A job about a report carries its organization and its id.',
  )
  return { organizationId, reportId }
}
