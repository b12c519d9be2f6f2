import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Db, Tx } from '../postgres/database.ts'

export const CLOCK_CHANNEL = 'quittance_clock'

export type ClockState = {
  readonly offsetMs: number
  /** Set while a move is under way: the clock stops here until the due work has finished. */
  readonly standingAt: Temporal.Instant | undefined
  /** Where the last move led or leads. */
  readonly targetAt: Temporal.Instant | undefined
}

type Row = {
  readonly offset_ms: bigint
  readonly standing_at: Temporal.Instant | null
  readonly target_at: Temporal.Instant | null
}

/** The clock that was never moved. */
export const UNMOVED: ClockState = { offsetMs: 0, standingAt: undefined, targetAt: undefined }

/** A condition that is true while the clock has stopped on its way. */
export const IS_CLOCK_MOVING = sql`exists (select from sandbox_clock where standing_at is not null)`

export async function findClockState(db: Db): Promise<ClockState> {
  return present(await find(db, sql``))
}

/** Waits for other moves. */
export async function lockClockState(tx: Tx): Promise<ClockState> {
  return present(await find(tx, sql`for update`))
}

/** Undefined if another node is moving the clock right now. */
export async function tryLockClockState(tx: Tx): Promise<ClockState | undefined> {
  return find(tx, sql`for update skip locked`)
}

/** Saves a locked state; every node is notified when the transaction is committed. */
export async function saveClockState(tx: Tx, { offsetMs, standingAt, targetAt }: ClockState): Promise<void> {
  await sql`update sandbox_clock set offset_ms = ${offsetMs}, standing_at = ${standingAt?.toString() ?? null},
    target_at = ${targetAt?.toString() ?? null}`.execute(tx)
  await sql`select pg_notify(${CLOCK_CHANNEL}, '')`.execute(tx)
}

/** Sets the clock to the machine's time for good; returns how far ahead of it the clock was. */
export async function resetSandboxClock(tx: Tx): Promise<number> {
  const { offsetMs } = await lockClockState(tx)
  await saveClockState(tx, UNMOVED)
  return offsetMs
}

async function find(db: Db, lock: RawBuilder<unknown>): Promise<ClockState | undefined> {
  const { rows } = await sql<Row>`select offset_ms, standing_at, target_at from sandbox_clock ${lock}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    offsetMs: Number(row.offset_ms),
    standingAt: row.standing_at ?? undefined,
    targetAt: row.target_at ?? undefined,
  }
}

function present(state: ClockState | undefined): ClockState {
  assert(state !== undefined, 'The clock has a row.')
  return state
}
