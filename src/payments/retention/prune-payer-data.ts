import type { AuditActor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { removePayerData } from './payer-data-store.ts'

export type PrunePayerDataDeps = {
  readonly database: Database
  /** The product's clock: it decides when data expires. */
  readonly clock: Clock
  readonly machineClock: Clock
  readonly payerRetentionDays: number
}

/** Keeps each transaction short. */
const PORTION_MAX = 500

/**
 * Removes the payer data of attempts that led to no payment, once it has expired. Returns the number of attempts.
 * May be run at any time and repeatedly.
 */
export async function prunePayerData(
  { database, clock, machineClock, payerRetentionDays }: PrunePayerDataDeps,
  { by, signal }: { readonly by: AuditActor; readonly signal?: AbortSignal },
): Promise<number> {
  const before = clock.now().subtract({ hours: 24 * payerRetentionDays })
  const prunePortion = async (tx: Tx): Promise<number> => {
    const owners = await removePayerData(tx, { before, limit: PORTION_MAX })
    for (const [organizationId, attempts] of Map.groupBy(owners, (owner) => owner)) {
      await recordAudit(tx, {
        ...{ organizationId, at: machineClock.now(), actor: by, action: 'payer-data.pruned', subject: 'payments' },
        details: { attempts: attempts.length, before: before.toString() },
      })
    }
    return owners.length
  }
  return inPortions(() => database.transaction(prunePortion), signal)
}
