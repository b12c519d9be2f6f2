import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import { deleteExpiredAttempts, deleteExpiredLinks } from '../links/link-store.ts'
import { deleteOldSessions } from '../sessions/session-store.ts'
import type { SignInDeps } from './sign-in-deps.ts'

const PRUNE_DELAY_MS = 10 * 60_000
const SESSIONS_KEPT_HOURS = 90 * 24

type Deps = Pick<SignInDeps, 'database' | 'machineClock'> & { readonly log: Logger }

/** Deletes counts of attempts and links whose time is over, and sessions that ended long ago. */
export function startSignInPruning({ database, machineClock, log }: Deps): Repetition {
  return repeat({
    work: async () => {
      const at = machineClock.now()
      await deleteExpiredAttempts(database.db, at)
      await deleteExpiredLinks(database.db, at)
      await deleteOldSessions(database.db, at.subtract({ hours: SESSIONS_KEPT_HOURS }))
      return PRUNE_DELAY_MS
    },
    delayAfterFailureMs: PRUNE_DELAY_MS / 60,
    failureMessage: 'old sign-in links could not be deleted',
    log,
  })
}
