import type { Database, Tx } from '../postgres/database.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type ClockState,
  findClockState,
  lockClockState,
  saveClockState,
  tryLockClockState,
  UNMOVED,
} from './clock-state-store.ts'

export type ClockReading = {
  readonly now: Temporal.Instant
  /** How far the clock is ahead of the machine's. */
  readonly offsetMs: number
  /** Where its move leads, until everything that is due on the way has finished. */
  readonly movingTo: Temporal.Instant | undefined
}

/** Looks up the work that a moving clock waits for. */
export type FindWork = (
  tx: Tx,
  way: { readonly at: Temporal.Instant; readonly until: Temporal.Instant },
) => Promise<{
  /** Whether work that is due at `at` or before has not finished. */
  readonly isBusy: boolean
  /** The next due moment, up to and including `until`. */
  readonly nextAt: Temporal.Instant | undefined
}>

type SandboxClockOptions = {
  readonly database: Database
  readonly machineClock?: Clock
}

/**
 * The machine's time plus an offset that all nodes share through PostgreSQL. A move forward stops at each due moment:
 * the clock stops there until the due work has finished. It does not exist in live mode, and nothing else can move time.
 */
export class SandboxClock implements Clock {
  readonly #database: Database
  readonly #machineClock: Clock
  readonly #listeners: (() => void)[] = []
  #state = UNMOVED
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
    return readingOf(this.#state, this.#machineClock.now())
  }

  /** The reading when the clock arrived at `target`; the reading now if it is on its way or was moved again. */
  readArrival(target: Temporal.Instant): ClockReading {
    const { standingAt, targetAt, offsetMs } = this.#state
    if (standingAt !== undefined || targetAt?.equals(target) !== true) return this.read()
    return { now: target, offsetMs, movingTo: undefined }
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
   * Moves the clock of all nodes to the instant that `decide` returns, when the transaction is committed: back
   * immediately, forward up to the first work that is due; from there `continueMove` goes on. Concurrent moves wait, and
   * start from where the one before leads.
   */
  async move(
    tx: Tx,
    decide: (now: Temporal.Instant) => Temporal.Instant,
    findWork: FindWork,
  ): Promise<{ readonly before: ClockReading; readonly after: ClockReading; readonly target: Temporal.Instant }> {
    const state = await lockClockState(tx)
    const machineNow = this.#machineClock.now()
    const before = readingOf(state, machineNow)
    const target = inWholeMs(decide(before.movingTo ?? before.now))
    const isAhead = Temporal.Instant.compare(target, before.now) > 0
    const standingAt = isAhead ? before.now : target
    const after = await moveOn(tx, standing({ standingAt, targetAt: target }, machineNow), { findWork, machineNow })
    await saveClockState(tx, after)
    return { before, after: readingOf(after, machineNow), target }
  }

  /**
   * Moves a stopped clock to the next due moment, or lets it run where it has arrived, unless work is still due.
   * Returns whether the clock has changed. Any number of nodes may call it concurrently.
   */
  async continueMove(tx: Tx, findWork: FindWork): Promise<boolean> {
    const before = await tryLockClockState(tx)
    if (before?.standingAt === undefined) return false
    const after = await moveOn(tx, before, { findWork, machineNow: this.#machineClock.now() })
    if (after === before) return false
    await saveClockState(tx, after)
    return true
  }

  async #follow(): Promise<void> {
    const state = await findClockState(this.#database.db)
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    for (const tell of this.#listeners) tell()
  }
}

type MoveInput = { readonly findWork: FindWork; readonly machineNow: Temporal.Instant }

/** Goes on until work is due or the clock has arrived; the same state if work is due where it has stopped. */
async function moveOn(tx: Tx, start: ClockState, { findWork, machineNow }: MoveInput): Promise<ClockState> {
  let state = start
  for (;;) {
    const { standingAt: at, targetAt: until } = state
    if (at === undefined || until === undefined) return state
    const { isBusy, nextAt = until } = await findWork(tx, { at, until })
    if (isBusy) return state
    if (at.equals(nextAt)) return { offsetMs: distanceMs(until, machineNow), standingAt: undefined, targetAt: until }
    state = standing({ standingAt: nextAt, targetAt: until }, machineNow)
  }
}

type Stop = { readonly standingAt: Temporal.Instant; readonly targetAt: Temporal.Instant }

/** A stopped clock needs no offset; going live records the last one. */
function standing({ standingAt, targetAt }: Stop, machineNow: Temporal.Instant): ClockState {
  return { offsetMs: distanceMs(standingAt, machineNow), standingAt, targetAt }
}

function readingOf({ offsetMs, standingAt, targetAt }: ClockState, machineNow: Temporal.Instant): ClockReading {
  if (standingAt === undefined)
    return { now: machineNow.add({ milliseconds: offsetMs }), offsetMs, movingTo: undefined }
  return { now: standingAt, offsetMs: distanceMs(standingAt, machineNow), movingTo: targetAt }
}

/** As precise as the clock, and as its row. */
function inWholeMs({ epochMilliseconds }: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
}

function distanceMs(instant: Temporal.Instant, machineNow: Temporal.Instant): number {
  return instant.epochMilliseconds - machineNow.epochMilliseconds
}
