import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { deleteOldSearches } from './search-store.ts'

const PRUNE_DELAY_MS = 3_600_000

/** Deletes searches that cannot be run again any more, every hour. They expire by the product's clock. */
export function startSearchPruning({
  database,
  clock,
  log,
}: Pick<PaymentDeps, 'database' | 'clock' | 'log'>): Repetition {
  return repeat({
    work: async () => {
      const count = await deleteOldSearches(database.db, clock.now())
      if (count > 0) log.info({ count }, 'old searches deleted')
      return PRUNE_DELAY_MS
    },
    delayAfterFailureMs: PRUNE_DELAY_MS / 60,
    failureMessage: 'old searches could not be deleted',
    log,
  })
}
