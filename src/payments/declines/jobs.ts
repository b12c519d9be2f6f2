import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { pruneDeclines } from './decline-store.ts'
import { pruneNetworks } from './network-store.ts'

const PRUNE_DELAY_MS = 3_600_000

/** Deletes declines that no longer count, every hour. */
export function startDeclinePruning({ database, log }: Pick<PaymentDeps, 'database' | 'log'>): Repetition {
  return repeat({
    work: async () => {
      await pruneDeclines(database.db)
      await pruneNetworks(database.db)
      return PRUNE_DELAY_MS
    },
    delayAfterFailureMs: PRUNE_DELAY_MS / 60,
    failureMessage: 'old declines could not be deleted',
    log,
  })
}
