import { sql } from 'kysely'
import type { Database, Db, Tx } from '../postgres/database.ts'
import { type Clock, systemClock } from './clock.ts'

export type ClockReading = {
  readonly now: Temporal.Instant
  /** How far the clock is ahead of the machine's. */
  readonly offsetMs: number
}

export const CLOCK_CHANNEL = 'quittance_clock'

type Tables = { sandbox_clock: { offset_ms: bigint } }

type SandboxClockOptions = {
  readonly database: Database
  readonly machineClock?: Clock
}

/**
 * The machine's time plus an offset that all nodes share through PostgreSQL. It does not exist in live mode, and
 * nothing else can move time.
 */
export class SandboxClock implements Clock {
  readonly #database: Database
  readonly #machineClock: Clock
  readonly #listeners: (() => void)[] = []
  #offsetMs = 0
  #reading: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | undefined

  private constructor({ database, machineClock = systemClock }: SandboxClockOptions) {
    this.#database = database
    this.#machineClock = machineClock
  }

  static async open(options: SandboxClockOptions): Promise<SandboxClock> {
    const clock = new SandboxClock(options)
    await clock.refresh()
    return clock
  }

  readonly now = (): Temporal.Instant => this.read().now

  read(): ClockReading {
    return readingAt(this.#machineClock.now(), this.#offsetMs)
  }

  /** Called whenever this node sees that the clock was moved, on any node. */
  onMove(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Afterwards this node sees every move that was committed before the call. */
  refresh(): Promise<void> {
    // One at a time: an older reading that arrives late would set the clock back.
    this.#waiting ??= this.#reading.then(() => {
      this.#waiting = undefined
      const reading = this.#follow()
      this.#reading = reading.catch(() => {})
      return reading
    })
    return this.#waiting
  }

  /**
   * Moves the clock of all nodes to what `decide` says, when the transaction is committed. Concurrent
   * moves wait, and start from the new time.
   */
  async move(
    tx: Tx,
    decide: (now: Temporal.Instant) => Temporal.Instant,
  ): Promise<{ readonly before: ClockReading; readonly after: ClockReading }> {
    const offsetMs = await offsetIn(tx, { isLocked: true })
    const machineNow = this.#machineClock.now()
    const before = readingAt(machineNow, offsetMs)
    const after = readingAt(machineNow, decide(before.now).epochMilliseconds - machineNow.epochMilliseconds)
    await sql`update sandbox_clock set offset_ms = ${after.offsetMs}`.execute(tx)
    await sql`select pg_notify(${CLOCK_CHANNEL}, '')`.execute(tx)
    return { before, after }
  }

  async #follow(): Promise<void> {
    const offsetMs = await offsetIn(this.#database.db)
    if (offsetMs === this.#offsetMs) return
    this.#offsetMs = offsetMs
    for (const tell of this.#listeners) tell()
  }
}

/** Sets the clock to the machine's time for good; returns how far ahead of it the clock was. */
export async function resetSandboxClock(tx: Tx): Promise<number> {
  const offsetMs = await offsetIn(tx, { isLocked: true })
  await sql`update sandbox_clock set offset_ms = 0`.execute(tx)
  return offsetMs
}

function readingAt(machineNow: Temporal.Instant, offsetMs: number): ClockReading {
  return { now: machineNow.add({ milliseconds: offsetMs }), offsetMs }
}

async function offsetIn(db: Db, { isLocked }: { isLocked: boolean } = { isLocked: false }): Promise<number> {
  const query = db.withTables<Tables>().selectFrom('sandbox_clock').select('offset_ms')
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return Number(row.offset_ms)
}
