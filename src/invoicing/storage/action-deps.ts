import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import type { SaveDeps } from './save-change.ts'

/** Dependencies of changes in the caller's transaction. */
export type ChangeDeps = SaveDeps & {
  /** The product's clock; in a sandbox it can be moved. */
  readonly clock: Clock
}

export type InvoiceDeps = ChangeDeps & { readonly db: Transactions }

/** For actions that read a body. */
export type ReadingDeps = InvoiceDeps & {
  readonly config: {
    readonly validation: 'strict' | 'lenient'
    /** Without a mail server no address is refused. */
    readonly smtpUrl?: string | undefined
  }
}
