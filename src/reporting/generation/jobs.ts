import { assert } from '../../kernel/assert.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { isBackupRunning } from '../../platform/postgres/presence.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { enqueueSweep, GENERATE_REPORT, type ReportIds, SWEEP_REPORT_FILES } from '../reports/report-jobs.ts'
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

const AFTER_BACKUP = Temporal.Duration.from({ minutes: 1 })

/**
 * The job that deletes orphaned report files; it may run at any time and repeatedly. While a backup runs it waits: the
 * backup may have copied the row of a report that was removed since, and needs its files.
 */
export function sweepingJobs(deps: SweepDeps & { readonly machineClock: Clock }): JobHandlers {
  const { database, machineClock } = deps
  return {
    [SWEEP_REPORT_FILES]: async (payload) => {
      const ids = readReportIds(payload)
      if (!(await isBackupRunning(database))) return sweepReportFiles(deps, ids)
      const runAt = machineClock.now().add(AFTER_BACKUP)
      await database.transaction((tx) => enqueueSweep(tx, ids, { runAt }))
    },
  }
}
