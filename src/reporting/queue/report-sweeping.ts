import type { JobHandlers } from '../../platform/queue/queue.ts'
import { SWEEP_REPORT_FILES } from '../report-jobs.ts'
import { type SweepDeps, sweepReportFiles } from '../sweep-report-files.ts'
import { readReportIds } from './report-generation.ts'

/** The job that removes what nobody vouches for; it may run at any time and again. */
export function sweepingJobs(deps: SweepDeps): JobHandlers {
  return {
    [SWEEP_REPORT_FILES]: (payload) => sweepReportFiles(deps, readReportIds(payload)),
  }
}
