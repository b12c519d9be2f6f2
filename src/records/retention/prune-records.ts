import type { KindName, RecordKind } from '../../catalogue/kinds.ts'
import { ALL_KINDS } from '../../catalogue/kinds.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { findOrganizations, INSTALLATION, recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { merchantParts } from '../storage/merchant-parts.ts'
import { countByMonth, merchantsBefore, recordsBefore } from './record-removal-store.ts'
import { hasEndedBy, keptSince, type RetentionSettings, retentionOf } from './retention.ts'
import { listRetention } from './retention-store.ts'

export type PruneDeps = {
  readonly database: Database
  readonly engine: Engine
  /** By the product's time records grow old. */
  readonly clock: Clock
  readonly machineClock: Clock
  /** For whoever has no time of its own. */
  readonly retentionMonths: number
}

/** What went: a whole month with its files, or in it the rows of those who keep them for a shorter time. */
export type Removed = {
  readonly kind: KindName
  /** As 202603. */
  readonly month: string
  readonly rows: number
  readonly isWhole: boolean
}

type PruneOrder = { readonly by: AuditActor; readonly signal?: AbortSignal }

/** Removes what is past its time; may be run at any time, by several at once, and again after a failure. */
export async function pruneRecords(deps: PruneDeps, { by, signal }: PruneOrder): Promise<readonly Removed[]> {
  const plan = await planOf(deps)
  const removed: Removed[] = []
  try {
    for (const kind of ALL_KINDS) {
      for await (const part of prunedKind(deps, plan, kind)) {
        removed.push(part)
        signal?.throwIfAborted()
      }
      signal?.throwIfAborted()
    }
  } finally {
    // What a failure leaves undone is done the next time; what was done is told in any case.
    await tell(deps, by, removed)
  }
  return removed
}

type Plan = {
  readonly now: Temporal.Instant
  readonly settings: RetentionSettings
  readonly longestMonths: number
  readonly shortestMonths: number
}

async function planOf({ database, clock, retentionMonths }: PruneDeps): Promise<Plan> {
  const settings = await listRetention(database.db)
  const months = [retentionMonths, ...settings.map((setting) => setting.months)]
  return {
    now: clock.now(),
    settings: new Map(settings.map((setting) => [setting.organizationId, setting.months])),
    longestMonths: Math.max(...months),
    shortestMonths: Math.min(...months),
  }
}

async function* prunedKind(deps: PruneDeps, plan: Plan, kind: RecordKind): AsyncGenerator<Removed> {
  const { engine } = deps
  const { now, longestMonths, shortestMonths } = plan
  const keptByAnybody = keptSince(now, longestMonths)
  for (const { month, rows } of await countByMonth(engine, kind, 'true')) {
    if (!hasEndedBy(month, keptByAnybody)) continue
    await engine.removeMonth(kind.table, month)
    yield { kind: kind.name, month, rows, isWhole: true }
  }
  if (shortestMonths === longestMonths) return
  for (const [months, merchantIds] of await merchantsByMonths(deps, plan, kind)) {
    // Rows of the month that the longest time ends in wait for the rest of it.
    if (months === longestMonths) continue
    yield* deletedRows(deps, kind, { since: keptSince(now, months), merchantIds })
  }
}

/** Those who have old records, by how many months they keep them. */
async function merchantsByMonths(
  { database, engine, retentionMonths }: PruneDeps,
  { now, settings, shortestMonths }: Plan,
  kind: RecordKind,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const merchantIds = await merchantsBefore(engine, kind, keptSince(now, shortestMonths))
  const known = await findOrganizations(database.db, merchantIds)
  return Map.groupBy(merchantIds, (merchantId) =>
    // Records may have come from an installation whose merchants are not known here.
    retentionOf(known.get(merchantId)?.path ?? [], settings, retentionMonths),
  )
}

async function* deletedRows(
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

async function tell({ database, machineClock }: PruneDeps, by: AuditActor, removed: readonly Removed[]): Promise<void> {
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
