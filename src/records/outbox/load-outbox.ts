import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { readerOf } from '../reading/read-record.ts'
import { RecordBatch } from '../storage/record-batch.ts'
import { storeBatch } from '../storage/store-batch.ts'
import { keepDelivered } from './delivered-store.ts'
import { type OutboxRow, type Refusal, refuseRows, removeRows, takeWaiting } from './outbox-store.ts'

export type LoadOutboxDeps = {
  readonly db: Transactions
  readonly engine: Engine
  readonly clock: Clock
  /** Whether delivered rows stay until a backup of the record store has them. */
  readonly keepsDelivered?: boolean
}

export type LoadReport = {
  readonly loaded: number
  readonly refusals: readonly Refusal[]
  /** Whether more rows may be waiting. */
  readonly isFull: boolean
}

const BATCH = { rowsMax: 5_000, bytesMax: 4 * 1024 * 1024 }
/** How long a batch may continue after a stop. */
const STOP_MS_MAX = 3_000

/**
 * Moves the kind's oldest waiting records to the record store. If it fails or is killed after they were stored, the
 * rows stay and their records are recognized as duplicates the next time. Any number of loaders may run.
 */
export async function loadOutbox(
  { db, engine, clock, keepsDelivered = false }: LoadOutboxDeps,
  { kind, signal }: { readonly kind: RecordKind; readonly signal: AbortSignal },
): Promise<LoadReport> {
  return db.transaction(async (tx) => {
    const rows = await takeWaiting(tx, kind, BATCH)
    const { batch, batched, unreadable } = readRows(kind, rows, clock)
    const outcomes = await unlessStopped(signal, storeBatch({ tx, engine }, batch))
    const isConflict = (_: OutboxRow, index: number): boolean => outcomes[index] === 'conflict'
    const conflicts = batched
      .filter(isConflict)
      .map((row) => ({ ...row, reason: 'conflict: this version is stored with other content' }))
    const stored = batched.filter((row, index) => !isConflict(row, index))
    const refusals = [...unreadable, ...conflicts]
    await (keepsDelivered ? keepDelivered : removeRows)(tx, stored)
    await refuseRows(tx, refusals)
    return { loaded: stored.length, refusals, isFull: isFull(rows) }
  })
}

type ReadRows = {
  readonly batch: RecordBatch
  /** The row of each record in the batch. */
  readonly batched: readonly OutboxRow[]
  /** Rows that another release wrote, or another program. */
  readonly unreadable: readonly Refusal[]
}

function readRows(kind: RecordKind, rows: readonly OutboxRow[], clock: Clock): ReadRows {
  const reader = readerOf(kind)
  const receivedAtMs = (): number => clock.now().epochMilliseconds
  const batch = new RecordBatch(kind)
  const batched: OutboxRow[] = []
  const unreadable: Refusal[] = []
  for (const row of rows) {
    const read = reader.read(row.record)
    if ('problems' in read) {
      const reasons = read.problems.map(({ field = 'it', reason }) => `${field} ${reason}`)
      unreadable.push({ ...row, reason: reasons.join('; ') })
    } else {
      batch.add(read.record, { organizationId: row.organizationId, source: 'outbox', receivedAtMs })
      batched.push(row)
    }
  }
  return { batch, batched, unreadable }
}

function isFull(rows: readonly OutboxRow[]): boolean {
  const bytes = rows.reduce((sum, { recordBytes }) => sum + recordBytes, 0)
  return rows.length === BATCH.rowsMax || bytes >= BATCH.bytesMax
}

/** Gives up waiting for an engine that does not respond when the service stops: the transaction rolls back. */
async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const giveUp = (): void => {
    const reason = new Error('The service is stopping and the record store does not respond.')
    timer = setTimeout(() => stopped.reject(reason), STOP_MS_MAX)
  }
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
    clearTimeout(timer)
  }
}
