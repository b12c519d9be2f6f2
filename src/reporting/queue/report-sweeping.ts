import type { JobHandlers } from '../../platform/queue/queue.ts'
import { type SweepDeps, sweepReportFiles } from '../actions/sweep-report-files.ts'
import { removeExports } from '../report-file.ts'
import { SWEEP_REPORT_FILES } from '../report-jobs.ts'
import { readReportIds } from './report-generation.ts'

/** The job that removes what nobody vouches for; it may run at any time and again. */
export function sweepingJobs({
  exportsFolder,
  ...deps
}: SweepDeps & { readonly exportsFolder: string }): JobHandlers {
  return {
    [SWEEP_REPORT_FILES]: async (payload) => {
      const ids = readReportIds(payload)
      // Only of a report that was cut short there can be any.
      await removeExports(exportsFolder, ids.reportId)
      await sweepReportFiles(deps, ids)
    },
  }
}
