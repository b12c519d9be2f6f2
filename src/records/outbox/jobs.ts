import { findKind, type RecordKind } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { forgetEveryDelivered } from './delivered-store.ts'
import { type LoadReport, loadOutbox } from './load-outbox.ts'
import { retryRefused, waitingKinds } from './outbox-store.ts'

/** Short enough for reports, long enough that a trickle of records reaches the engine in batches. */
const LOOK_DELAY_MS = 250
const DELAY_AFTER_FAILURE_MS = 1_000
/** Another release may read what this one refuses, and both run side by side during an upgrade. */
const RETRY = { everyMs: 3_600_000, rowsMax: 10_000 }
const LOGGED_REFUSALS_MAX = 20

type LoadingOptions = {
  readonly database: Database
  readonly engine: Engine
  readonly clock: Clock
  readonly log: Logger
  readonly everyMs?: number
  /** Whether backups are scheduled, so that delivered rows stay until a backup has them. */
  readonly keepsDelivered?: boolean
}

/** Starts moving records from the outbox to the record store; any number of nodes may do so concurrently. */
export function startOutboxLoading(options: LoadingOptions): Repetition {
  const { database, log, everyMs = LOOK_DELAY_MS, keepsDelivered = false } = options
  let nextRetryMs = 0
  const look = async (signal: AbortSignal): Promise<number> => {
    if (performance.now() >= nextRetryMs) {
      await database.transaction((tx) => retryRefused(tx, RETRY))
      if (!keepsDelivered) await forgetEveryDelivered(database.db)
      nextRetryMs = performance.now() + RETRY.everyMs
    }
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await loadBatches(options, signal)
    return everyMs
  }
  return repeat({
    work: look,
    delayAfterFailureMs: DELAY_AFTER_FAILURE_MS,
    failureMessage: 'records in the outbox could not be loaded',
    log,
  })
}

/** Moves everything that waits, without a service; refused rows stay. */
export async function loadEverything(options: LoadingOptions): Promise<void> {
  const { signal } = new AbortController()
  for (let isMore = true; isMore; ) isMore = await loadBatches(options, signal)
}

/** Loads one batch of every waiting kind; true where more may be waiting. */
async function loadBatches(options: LoadingOptions, signal: AbortSignal): Promise<boolean> {
  const { database, log } = options
  const failures: Error[] = []
  let isMore = false
  // Kinds of a newer release are left for a node that knows them.
  const kinds = (await waitingKinds(database.db)).map(findKind)
  for (const kind of kinds.filter((kind) => kind !== undefined)) {
    if (signal.aborted) break
    try {
      const report = await loadOutbox({ ...options, db: database }, { kind, signal })
      logRefusals(log, kind, report)
      isMore ||= report.isFull
    } catch (error) {
      // Other kinds are in other tables and may still be loaded.
      failures.push(error as Error)
    }
  }
  if (failures[0] !== undefined) throw failures[0]
  return isMore
}

/** Logs ids only, never the content of records. */
function logRefusals(log: Logger, kind: RecordKind, { refusals }: LoadReport): void {
  for (const { organizationId, outboxId, reason } of refusals.slice(0, LOGGED_REFUSALS_MAX)) {
    const ids = { kind: kind.name, organizationId, outboxId: String(outboxId) }
    log.error({ ...ids, reason }, 'outbox record refused')
  }
  if (refusals.length > LOGGED_REFUSALS_MAX) {
    log.error({ kind: kind.name, count: refusals.length }, 'outbox records refused')
  }
}
