import type { JobHandlers } from '../../platform/queue/queue.ts'
import { readReportIds } from '../generation/jobs.ts'
import { type SweepDeps, sweepReportFiles } from '../generation/sweep-report-files.ts'
import { SWEEP_REPORT_FILES } from '../reports/report-jobs.ts'

/** The job that removes what nobody vouches for; it may run at any time and again. */
export function sweepingJobs(deps: SweepDeps): JobHandlers {
  return {
    [SWEEP_REPORT_FILES]: (payload) => sweepReportFiles(deps, readReportIds(payload)),
  }
}
