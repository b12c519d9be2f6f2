import type { Mode } from '../kernel/mode.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import { CLOCK_CHANNEL } from '../platform/clock/clock-state-store.ts'
import { SandboxClock } from '../platform/clock/sandbox-clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openPersistentConnection } from '../platform/postgres/persistent-connection.ts'

/** Moves are notified immediately; polling finds those that were missed while the connection was lost. */
const POLL_EVERY_MS = 1_000

export type OpenedClock = {
  /** The clock of the program. */
  readonly clock: Clock
  /** The same clock if it can be moved; undefined in live mode. */
  readonly sandboxClock: SandboxClock | undefined
  readonly moveTo: (url: string) => void
  readonly end: () => Promise<void>
}

type ClockOptions = {
  readonly mode: Mode
  readonly database: Database
  readonly url: string
  readonly log: Logger
}

/** The one clock of the program: the machine's, or in sandbox mode one that follows its moves. */
export async function openClock({ mode, database, url, log }: ClockOptions): Promise<OpenedClock> {
  if (mode === 'live') {
    return {
      clock: systemClock,
      sandboxClock: undefined,
      moveTo: () => {},
      end: async () => {},
    }
  }
  const clock = await SandboxClock.open({ database })
  const following = await followMoves(clock, { url, log })
  return { clock, sandboxClock: clock, ...following }
}

async function followMoves(
  clock: SandboxClock,
  { url, log }: Pick<ClockOptions, 'url' | 'log'>,
): Promise<Pick<OpenedClock, 'moveTo' | 'end'>> {
  // While PostgreSQL is unavailable the clock keeps its offset; the next reading catches up.
  const follow = (): void => {
    clock.refresh().catch((error: Error) => log.debug({ reason: error.message }, 'the clock could not be read'))
  }
  const connection = await openPersistentConnection({
    url,
    name: 'quittance clock',
    prepare: async (client) => {
      client.on('notification', follow)
      await client.query(`listen ${CLOCK_CHANNEL}`)
      // Moves from before we listened.
      await clock.refresh()
    },
    absenceMessage: 'clock moves are noticed late: no connection for notifications',
    log,
  })
  const polling = setInterval(follow, POLL_EVERY_MS)
  return {
    moveTo: connection.moveTo,
    end: async () => {
      clearInterval(polling)
      await connection.end()
    },
  }
}
