import { INSTALLATION } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { schedule, scheduleAtLatest } from '../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { type PruneReportsDeps, pruneReports } from '../actions/prune-reports.ts'
import { reviveReports } from '../actions/revive-reports.ts'

const JOB = 'prune-reports'
const SUBJECT = 'daily'

/** The job that removes reports past their time, and looks for forgotten ones, once a day. */
export function reportPruningJobs(deps: PruneReportsDeps & { readonly log: Logger }): JobHandlers {
  const { database, clock, log } = deps
  return {
    [JOB]: async (_payload, signal) => {
      // First of all: whatever happens to this run, tomorrow's comes.
      await database.transaction((tx) => schedule(tx, nextRun(clock)))
      const forgotten = await reviveReports(deps)
      if (forgotten > 0) log.warn({ reports: forgotten }, 'reports without a job get one again')
      const reports = await pruneReports(deps, { by: { kind: 'service' }, signal })
      if (reports > 0) log.info({ reports }, 'reports past their time are removed')
    },
  }
}

/** Puts the first run on the agenda; any number of nodes may do so. */
export async function scheduleReportPruning({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  await database.transaction((tx) => scheduleAtLatest(tx, nextRun(clock)))
}

/** At the next beginning of a day in UTC; days that were missed are made up by it. */
function nextRun(clock: Clock) {
  const today = clock.now().toZonedDateTimeISO('UTC').startOfDay()
  const dueAt = today.add({ days: 1 }).toInstant()
  return { organizationId: INSTALLATION, kind: JOB, subject: SUBJECT, dueAt }
}
