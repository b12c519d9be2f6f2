import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import type { SaveDeps } from './save-change.ts'

/** What every change of an invoice needs where the caller has a transaction already. */
export type ChangeDeps = SaveDeps & {
  /** The product's: in a sandbox it may be moved. */
  readonly clock: Clock
}

export type InvoiceDeps = ChangeDeps & { readonly db: Transactions }

/** For actions that read a body. */
export type ReadingDeps = InvoiceDeps & {
  readonly config: { readonly validation: 'strict' | 'lenient' }
}
