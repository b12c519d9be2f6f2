import { ALL_KINDS, type KindName, type RecordKind } from '../../catalogue/kinds.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { keptSince } from '../../kernel/kept-since.ts'
import { findOrganizations, recordAudit } from '../../organizations/index.ts'
import { INSTALLATION } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countByMonth } from '../storage/count-by-month.ts'
import { merchantParts } from '../storage/query-parts.ts'
import { merchantsBefore, recordsBefore } from './record-removal-store.ts'
import { hasEndedBy, type Retention } from './retention.ts'
import { loadRetention } from './retention-store.ts'

export type PruneDeps = {
  readonly database: Database
  readonly engine: Engine
  /** Records age by the product's clock. */
  readonly clock: Clock
  readonly machineClock: Clock
  /** The retention of organizations without a setting. */
  readonly retentionMonths: number
}

/** A removal: a whole month, or rows of merchants with a shorter retention. */
type Removed = {
  readonly kind: KindName
  /** Such as 202603. */
  readonly month: string
  readonly rows: number
  readonly isWhole: boolean
}

type PruneOrder = { readonly by: AuditActor; readonly signal?: AbortSignal }

/** Removes expired records; safe to run at any time, concurrently, and again after a failure. */
export async function pruneRecords(deps: PruneDeps, { by, signal }: PruneOrder): Promise<readonly Removed[]> {
  const retention = await loadRetention(deps.database.db, deps.retentionMonths)
  const now = deps.clock.now()
  const removed: Removed[] = []
  try {
    for (const kind of ALL_KINDS) {
      for await (const part of pruneKind(deps, kind, { retention, now })) {
        removed.push(part)
        signal?.throwIfAborted()
      }
      signal?.throwIfAborted()
    }
  } finally {
    // The next run completes a failed one; removals are audited in any case.
    await auditRemoval(deps, by, removed)
  }
  return removed
}

async function* pruneKind(
  deps: PruneDeps,
  kind: RecordKind,
  { retention, now }: { readonly retention: Retention; readonly now: Temporal.Instant },
): AsyncGenerator<Removed> {
  const { engine } = deps
  const { longestMonths, shortestMonths } = retention
  const keptByAnyone = keptSince(now, longestMonths)
  for (const { month, rows } of await countByMonth(engine, kind, 'true')) {
    if (!hasEndedBy(month, keptByAnyone)) continue
    await engine.removeMonth(kind.table, month)
    yield { kind: kind.name, month, rows, isWhole: true }
  }
  if (shortestMonths === longestMonths) return
  const pruned = await merchantsBefore(engine, kind, keptSince(now, shortestMonths))
  for (const [months, merchantIds] of await groupByMonths(deps, retention, pruned)) {
    // With the longest retention, rows are removed only when their whole month has expired.
    if (months === longestMonths) continue
    yield* deleteRows(deps, kind, { since: keptSince(now, months), merchantIds })
  }
}

async function groupByMonths(
  { database }: PruneDeps,
  { monthsOf }: Retention,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const known = await findOrganizations(database.db, merchantIds)
  // Records may come from an installation whose merchants are unknown here.
  return Map.groupBy(merchantIds, (merchantId) => monthsOf(known.get(merchantId)?.path ?? []))
}

async function* deleteRows(
  { engine }: PruneDeps,
  kind: RecordKind,
  { since, merchantIds }: { since: Temporal.Instant; merchantIds: readonly string[] },
): AsyncGenerator<Removed> {
  for (const part of merchantParts(merchantIds)) {
    const old = recordsBefore(engine.dialect, since, part)
    for (const { month, rows } of await countByMonth(engine, kind, old)) {
      await engine.change({ table: kind.table, where: old, month })
      yield { kind: kind.name, month, rows, isWhole: false }
    }
  }
}

async function auditRemoval(
  { database, machineClock }: PruneDeps,
  by: AuditActor,
  removed: readonly Removed[],
): Promise<void> {
  if (removed.length === 0) return
  await database.transaction((tx) =>
    recordAudit(tx, {
      organizationId: INSTALLATION,
      at: machineClock.now(),
      actor: by,
      action: 'records.pruned',
      subject: 'records',
      details: {
        rows: removed.reduce((sum, { rows }) => sum + rows, 0),
        months: [...new Set(removed.map(({ month }) => month))].sort().join(' '),
      },
    }),
  )
}
