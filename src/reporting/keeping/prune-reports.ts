import type { AuditActor } from '../../kernel/actor.ts'
import { keptSince } from '../../kernel/kept-since.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { enqueueSweep } from '../reports/report-jobs.ts'
import { deleteOldReports } from './report-removal-store.ts'

export type PruneReportsDeps = {
  readonly database: Database
  /** By the product's time reports grow old. */
  readonly clock: Clock
  readonly machineClock: Clock
  readonly reportRetentionMonths: number
}

/** So that no transaction grows long, whatever has gathered. */
const REPORTS_AT_ONCE_MAX = 500

/**
 * Removes reports that ended longer ago than they are kept, and leaves their files to jobs of the same
 * transaction. Tells how many went. May be run at any time and again.
 */
export async function pruneReports(
  { database, clock, machineClock, reportRetentionMonths }: PruneReportsDeps,
  { by, signal }: { readonly by: AuditActor; readonly signal?: AbortSignal },
): Promise<number> {
  const before = keptSince(clock.now(), reportRetentionMonths)
  let removed = 0
  for (;;) {
    signal?.throwIfAborted()
    const at = machineClock.now()
    const count = await database.transaction((tx) => pruneBatch(tx, { before, by, at }))
    removed += count
    if (count < REPORTS_AT_ONCE_MAX) return removed
  }
}

async function pruneBatch(
  tx: Tx,
  order: {
    readonly before: Temporal.Instant
    readonly by: AuditActor
    readonly at: Temporal.Instant
  },
): Promise<number> {
  const { before, by, at } = order
  const removed = await deleteOldReports(tx, { before, limit: REPORTS_AT_ONCE_MAX })
  for (const ids of removed) await enqueueSweep(tx, ids)
  for (const [organizationId, ids] of Map.groupBy(removed, (one) => one.organizationId)) {
    await recordAudit(tx, {
      organizationId,
      at,
      actor: by,
      action: 'reports.pruned',
      subject: 'reports',
      details: { reports: ids.length, endedBefore: before.toString() },
    })
  }
  return removed.length
}
