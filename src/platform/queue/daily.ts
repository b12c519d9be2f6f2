import type { Clock } from '../clock/clock.ts'
import type { Database } from '../postgres/database.ts'
import { schedule, scheduleAtLatest } from './agenda.ts'

type DailyJob = { readonly organizationId: string; readonly kind: string }
type Deps = { readonly database: Database; readonly clock: Clock }

const SUBJECT = 'daily'

/** Puts the first run on the agenda; any number of nodes may do so. */
export async function scheduleDaily({ database, clock }: Deps, job: DailyJob): Promise<void> {
  await database.transaction((tx) => scheduleAtLatest(tx, nextRun(clock, job)))
}

/** Puts tomorrow's run on the agenda, before today's does anything: whatever happens to it, the next one comes. */
export async function scheduleNextDay({ database, clock }: Deps, job: DailyJob): Promise<void> {
  await database.transaction((tx) => schedule(tx, nextRun(clock, job)))
}

/** At the next beginning of a day in UTC; days that were missed are made up by it. */
function nextRun(clock: Clock, job: DailyJob) {
  const today = clock.now().toZonedDateTimeISO('UTC').startOfDay()
  return { ...job, subject: SUBJECT, dueAt: today.add({ days: 1 }).toInstant() }
}
