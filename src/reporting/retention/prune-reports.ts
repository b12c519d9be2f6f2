import type { AuditActor } from '../../kernel/actor.ts'
import { keptSince } from '../../kernel/kept-since.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { enqueueSweep } from '../reports/report-jobs.ts'
import { deleteOldReports } from './report-removal-store.ts'

export type PruneReportsDeps = {
  readonly database: Database
  /** The product's clock: it decides when reports expire. */
  readonly clock: Clock
  readonly machineClock: Clock
  readonly reportRetentionMonths: number
}

/** Keeps each transaction short. */
const PORTION_MAX = 500

/**
 * Removes expired reports, and enqueues jobs that delete their files. Returns the number of removed reports. May be run
 * at any time and repeatedly.
 */
export async function pruneReports(
  { database, clock, machineClock, reportRetentionMonths }: PruneReportsDeps,
  { by, signal }: { readonly by: AuditActor; readonly signal?: AbortSignal },
): Promise<number> {
  const before = keptSince(clock.now(), reportRetentionMonths)
  return inPortions(
    () => database.transaction((tx) => prunePortion(tx, { before, by, at: machineClock.now() })),
    signal,
  )
}

async function prunePortion(
  tx: Tx,
  order: {
    readonly before: Temporal.Instant
    readonly by: AuditActor
    readonly at: Temporal.Instant
  },
): Promise<number> {
  const { before, by, at } = order
  const removed = await deleteOldReports(tx, { before, limit: PORTION_MAX })
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
