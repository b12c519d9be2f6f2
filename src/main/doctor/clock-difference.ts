import { type Clock, systemClock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'

/** Nodes further apart would disagree about due and expiration times. */
export const CLOCK_DIFFERENCE_MS_MAX = 60_000
const MEASUREMENTS = 3

type Deps = { readonly database: Pick<Database, 'now'>; readonly clock?: Clock }

/**
 * Measures by how much the machine's clock is ahead of the database's. The database reads its clock at an unknown moment
 * of the round trip, so only a difference outside of it counts, and the quickest of several round trips.
 */
export async function measureClockDifferenceMs({ database, clock = systemClock }: Deps): Promise<number> {
  const differences: { readonly roundTripMs: number; readonly aheadMs: number }[] = []
  for (let count = 1; count <= MEASUREMENTS; count += 1) {
    const sentAt = clock.now()
    const theirs = await database.now()
    const receivedAt = clock.now()
    const tooEarlyMs = Math.max(0, theirs.since(receivedAt).total('milliseconds'))
    const tooLateMs = Math.max(0, sentAt.since(theirs).total('milliseconds'))
    const roundTripMs = receivedAt.since(sentAt).total('milliseconds')
    differences.push({ roundTripMs, aheadMs: tooLateMs - tooEarlyMs })
  }
  const quickest = differences.toSorted((one, other) => one.roundTripMs - other.roundTripMs)[0]
  return Math.round(quickest?.aheadMs ?? 0)
}

/** Refuses to start on a machine whose clock differs from the database's by more than a minute. */
export async function refuseOtherClock(deps: Deps): Promise<void> {
  const aheadMs = await measureClockDifferenceMs(deps)
  if (Math.abs(aheadMs) <= CLOCK_DIFFERENCE_MS_MAX) return
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  throw new StartupError(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's; at most ${CLOCK_DIFFERENCE_MS_MAX / 1000} s are allowed. Set the clocks of both machines, for example with NTP, and start again.`,
  )
}
