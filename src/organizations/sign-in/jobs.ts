import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import { deleteExpiredAttempts, deleteExpiredLinks } from './link-store.ts'
import type { SignInDeps } from './sign-in-deps.ts'

const PRUNE_DELAY_MS = 10 * 60_000

type Deps = Pick<SignInDeps, 'database' | 'machineClock'> & { readonly log: Logger }

/** Deletes counts of attempts and links whose time is over. */
export function startSignInPruning({ database, machineClock, log }: Deps): Repetition {
  return repeat({
    work: async () => {
      const at = machineClock.now()
      await deleteExpiredAttempts(database.db, at)
      await deleteExpiredLinks(database.db, at)
      return PRUNE_DELAY_MS
    },
    delayAfterFailureMs: PRUNE_DELAY_MS / 60,
    failureMessage: 'old sign-in links could not be deleted',
    log,
  })
}
