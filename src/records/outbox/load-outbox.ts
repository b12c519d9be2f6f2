import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { readerOf } from '../reading/reader-of.ts'
import { type Delivery, type HashedRecord, hashed } from '../storage/record-block.ts'
import { storeRecordsIn } from '../storage/store-records.ts'
import type { Outcome } from '../storage/versions.ts'
import { type OutboxRow, type Refusal, refuseRows, removeRows, takeWaiting } from './outbox-store.ts'

export type LoadOutboxDeps = {
  readonly db: Transactions
  readonly engine: Engine
  readonly clock: Clock
}

export type LoadReport = {
  readonly loaded: number
  readonly refusals: readonly Refusal[]
  /** More may wait. */
  readonly isFull: boolean
}

/** In the engine's format a row takes what its text takes, and some bytes for each column that others fill. */
const BATCH = { rowsMax: 5_000, bytesMax: 4 * 1024 * 1024 }
/** How long a batch may go on when it is asked to stop. */
const STOP_MS_MAX = 3_000

/**
 * Moves the kind's oldest waiting records to the record store. Where it fails or is killed after they
 * were stored, they wait on, and are known again the next time. Any number may load at once.
 */
export async function loadOutbox(
  { db, engine, clock }: LoadOutboxDeps,
  { kind, signal }: { readonly kind: RecordKind; readonly signal: AbortSignal },
): Promise<LoadReport> {
  return db.transaction(async (tx) => {
    const rows = await takeWaiting(tx, kind, BATCH)
    const { fit, unreadable } = readRows(kind, rows, clock)
    const [first] = fit
    const outcomes =
      first === undefined
        ? []
        : await unlessStopped(
            signal,
            storeRecordsIn(
              { tx, engine },
              { kind, delivery: first.sent.delivery, records: fit.map(({ sent }) => sent) },
            ),
          )
    const conflicts = conflictsOf(fit, outcomes)
    const stored = fit.filter((_, index) => outcomes[index] !== 'conflict').map(({ row }) => row)
    const refusals = [...unreadable, ...conflicts]
    await removeRows(tx, stored)
    await refuseRows(tx, refusals)
    return { loaded: stored.length, refusals, isFull: isFull(rows) }
  })
}

type FitRow = {
  readonly row: OutboxRow
  readonly sent: HashedRecord & { readonly delivery: Delivery }
}

/** What cannot be read was written by another release, or by nobody of ours. */
function readRows(
  kind: RecordKind,
  rows: readonly OutboxRow[],
  clock: Clock,
): { readonly fit: readonly FitRow[]; readonly unreadable: readonly Refusal[] } {
  const reader = readerOf(kind)
  const receivedAtMs = (): number => clock.now().epochMilliseconds
  const fit: FitRow[] = []
  const unreadable: Refusal[] = []
  for (const row of rows) {
    const { organizationId } = row
    const read = reader.read(row.record)
    if ('problems' in read) {
      const reasons = read.problems.map(({ field = 'it', reason }) => `${field} ${reason}`)
      unreadable.push({ ...row, reason: reasons.join('; ') })
    } else {
      const delivery: Delivery = { organizationId, source: 'outbox', receivedAtMs }
      fit.push({ row, sent: { ...hashed(read.record), delivery } })
    }
  }
  return { fit, unreadable }
}

function conflictsOf(fit: readonly FitRow[], outcomes: readonly Outcome[]): readonly Refusal[] {
  return fit
    .filter((_, index) => outcomes[index] === 'conflict')
    .map(({ row }) => ({ ...row, reason: 'conflict: this version is stored with other content' }))
}

function isFull(rows: readonly OutboxRow[]): boolean {
  const bytes = rows.reduce((sum, { recordBytes }) => sum + recordBytes, 0)
  return rows.length === BATCH.rowsMax || bytes >= BATCH.bytesMax
}

/** An engine that does not answer holds up no stop: the rows are handed back. */
async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const given = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const giveUp = (): void => {
    const reason = new Error('The service stops, and the record store does not answer.')
    timer = setTimeout(() => given.reject(reason), STOP_MS_MAX)
  }
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([work, given.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
    clearTimeout(timer)
  }
}
