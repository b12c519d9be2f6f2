import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'

export type ReportActionDeps = {
  readonly db: Transactions
  readonly clock: Clock
  /** For the audit trail. */
  readonly machineClock: Clock
}
