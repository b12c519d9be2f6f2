import type { PlatformConfig } from '../config/config.ts'
import type { Logger } from '../log/log.ts'
import type { Database } from '../postgres/database.ts'
import { openPersistentConnection } from '../postgres/persistent-connection.ts'
import { type Clock, systemClock } from './clock.ts'
import { CLOCK_CHANNEL, SandboxClock } from './sandbox-clock.ts'

/** Moves are told at once; this is for what was told while nobody could listen. */
const POLL_EVERY_MS = 1_000

export type OpenedClock = {
  /** What the program goes by. */
  readonly clock: Clock
  /** The same clock where it can be moved; in live mode there is none. */
  readonly sandboxClock: SandboxClock | undefined
  readonly moveTo: (url: string) => void
  readonly end: () => Promise<void>
}

type ClockOptions = {
  readonly mode: PlatformConfig['mode']
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
  // Where PostgreSQL is away the clock goes on as it was; its return is noticed by the next reading.
  const follow = (): void => {
    clock.refresh().catch((error: Error) => log.debug({ reason: error.message }, 'the clock was not read'))
  }
  const connection = await openPersistentConnection({
    url,
    name: 'quittance clock',
    prepare: async (client) => {
      client.on('notification', follow)
      await client.query(`listen ${CLOCK_CHANNEL}`)
      // What was moved before we listened.
      await clock.refresh()
    },
    absenceMessage: 'moves of the clock are not heard, and seen a little later',
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
