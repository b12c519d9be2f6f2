import { type RawBuilder, sql } from 'kysely'
import type { FindWork, SandboxClock } from '../clock/sandbox-clock.ts'
import { type Repetition, repeat } from '../concurrency/repeat.ts'
import type { Logger } from '../log/log.ts'
import type { Database } from '../postgres/database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { READY, RETRIED_SOON } from './queue-depth.ts'
import { BEGAN_AT } from './renew-locks.ts'

type ClockWorkOptions = {
  /** Due work that is neither a job nor on the agenda: SQL such as `from deliveries where …`. */
  readonly alsoBusy: readonly RawBuilder<unknown>[]
  /** Looks only at jobs of these names; default: at all. */
  readonly kinds?: readonly string[]
}

type Found = { readonly isBusy: boolean; readonly nextAt: Temporal.Instant | null }

/** A job that has run for longer does not hold up the clock any more. */
const RUNS_SHORTER = sql`interval '10 minutes'`
const RUNNING_SHORTLY = sql`from graphile_worker._private_jobs
  where not is_available and locked_at is not null and ${BEGAN_AT} > now() - ${RUNS_SHORTER}`

/**
 * Looks up the work that a moving clock waits for: due rows of the agenda, jobs that are ready, running or retried soon,
 * and other due work. One statement sees all of it at one moment, and a row becomes a job, or a job adds a row, in one
 * transaction: nothing is in between.
 */
export function clockWork({ alsoBusy, kinds }: ClockWorkOptions): FindWork {
  const ofKinds = kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]})`
  const ofTasks =
    kinds === undefined
      ? sql``
      : sql`and task_id in (select id from graphile_worker._private_tasks where identifier = any(${[...kinds]}))`
  return async (tx, { at, until }) => {
    const due = sql`from agenda where due_at <= ${at.toString()} ${ofKinds}`
    const jobs = [READY, RUNNING_SHORTLY, RETRIED_SOON].map((which) => sql`${which} ${ofTasks}`)
    const work = [due, ...jobs, ...alsoBusy].map((rows) => sql`exists (select ${rows})`)
    const { rows } = await sql<Found>`select ${sql.join(work, sql` or `)} as "isBusy", (
      select min(due_at) from agenda
      where stops_clock and due_at > ${at.toString()} and due_at <= ${until.toString()} ${ofKinds}
    ) as "nextAt"`.execute(tx)
    const { isBusy = false, nextAt = null } = rows[0] ?? {}
    return { isBusy, nextAt: nextAt === null ? undefined : earliest(roundedUp(nextAt), until) }
  }
}

/** The clock counts milliseconds, the agenda microseconds: the clock must not stop just before the row is due. */
function roundedUp(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
}

function earliest(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other
}

type DriverOptions = {
  readonly database: Database
  readonly sandboxClock: SandboxClock
  readonly findWork: FindWork
  readonly log: Logger
}

const IDLE_DELAY_MS = 1_000
const FIRST_DELAY_MS = 5
const DELAY_MS_MAX = 80

/** Moves a clock that has stopped on its way whenever the due work has finished; any number of nodes may do so. */
export function startClockDriver({ database, sandboxClock, findWork, log }: DriverOptions): Repetition {
  let delayMs = FIRST_DELAY_MS
  const drive = async (): Promise<number> => {
    if (sandboxClock.read().movingTo === undefined) return IDLE_DELAY_MS
    const hasMoved = await database.transaction((tx) => sandboxClock.continueMove(tx, findWork))
    // Another node may have moved it.
    await sandboxClock.refresh()
    delayMs = hasMoved ? FIRST_DELAY_MS : Math.min(delayMs * 2, DELAY_MS_MAX)
    return delayMs
  }
  const driver = repeat({
    work: drive,
    delayAfterFailureMs: IDLE_DELAY_MS,
    failureMessage: 'the sandbox clock could not be moved on',
    log,
  })
  sandboxClock.onMove(driver.wake)
  return driver
}

/** Waits until the clock has arrived and all due work has finished; false when the time is up or `signal` is aborted. */
export async function untilArrived(
  sandboxClock: SandboxClock,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  const hasArrived = async (): Promise<boolean | undefined> => {
    if (signal?.aborted) return false
    await sandboxClock.refresh()
    return sandboxClock.read().movingTo === undefined ? true : undefined
  }
  return (await waitUntil(hasArrived, { withinMs })) ?? false
}
