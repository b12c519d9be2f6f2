import type { Clock } from '../clock/clock.ts'
import type { Database } from '../postgres/database.ts'
import { schedule, scheduleAtLatest } from './agenda.ts'
import type { JobHandlers } from './queue.ts'

type JobName = { readonly organizationId: string; readonly kind: string }
type Deps = { readonly database: Database; readonly clock: Clock }

/** A job that runs once a day. */
export type DailyJob = {
  readonly handlers: JobHandlers
  /** Schedules the first run; any number of nodes may do so. */
  readonly schedule: () => Promise<void>
}

const SUBJECT = 'daily'

export function dailyJob(
  { database, clock }: Deps,
  job: JobName,
  run: (signal: AbortSignal) => Promise<void>,
): DailyJob {
  return {
    handlers: {
      [job.kind]: async (_payload, signal) => {
        // Tomorrow's run is scheduled before today's does anything, so that the next one comes even if today's fails.
        await database.transaction((tx) => schedule(tx, nextRun(clock, job)))
        await run(signal)
      },
    },
    schedule: () => database.transaction((tx) => scheduleAtLatest(tx, nextRun(clock, job))),
  }
}

/** At the next start of a day in UTC; that run also covers days that were missed, so a moved clock does not stop for it. */
function nextRun(clock: Clock, job: JobName) {
  const today = clock.now().toZonedDateTimeISO('UTC').startOfDay()
  return { ...job, subject: SUBJECT, dueAt: today.add({ days: 1 }).toInstant(), stopsClock: false }
}
