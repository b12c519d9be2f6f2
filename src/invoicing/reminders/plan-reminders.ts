import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isNodeRunning } from '../../platform/postgres/presence.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { schedule, scheduleUnlessScheduled } from '../../platform/queue/agenda.ts'
import { comingDays } from '../rules/reminder-days.ts'
import { reminderRow } from '../storage/reminder-plan.ts'
import { type DueDate, findDueDates } from './reminder-store.ts'

type Deps = { readonly database: Database; readonly clock: Clock }

/** The job that plans the reminders of invoices of former versions; the migration puts it on the agenda. */
export const PLAN_REMINDERS = 'invoices.plan-reminders'
const KEY = { organizationId: '*', kind: PLAN_REMINDERS, subject: 'all' }
/** Nodes of a version without this migration plan nothing. */
const MIGRATION = 52
const LOOK_DELAY = { minutes: 1 }
const PAGE_ROWS = 500
const FIRST: DueDate = { organizationId: '', dueOn: Temporal.PlainDate.from('0001-01-01') }

/** Plans the reminders of all open invoices; again in a minute while a node of a former version runs. */
export async function planReminders({ database, clock }: Deps): Promise<void> {
  const isNeededAgain = await isNodeRunning(database, { beforeMigration: MIGRATION })
  for (let after: DueDate | undefined = FIRST; after !== undefined; ) {
    const page: readonly DueDate[] = await findDueDates(database.db, { after, limit: PAGE_ROWS })
    await database.transaction((tx) => writeTogether(tx, writesOf(page, clock.now())))
    after = page.length === PAGE_ROWS ? page.at(-1) : undefined
  }
  if (!isNeededAgain) return
  const dueAt = clock.now().add(LOOK_DELAY)
  await database.transaction((tx) => schedule(tx, { ...KEY, dueAt, stopsClock: false }))
}

function writesOf(page: readonly DueDate[], at: Temporal.Instant): readonly Write[] {
  const rows = page.flatMap(({ organizationId, dueOn }) =>
    comingDays(dueOn, { at }).map((day) => reminderRow({ organizationId, day })),
  )
  // A day of one due date is also one of another.
  const byKey = new Map(rows.map((row) => [`${row.organizationId} ${row.subject}`, row]))
  return [...byKey.values()].map(scheduleUnlessScheduled)
}
