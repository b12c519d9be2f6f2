import { type Repetition, repeat } from '../concurrency/repeat.ts'
import type { Logger } from '../log/log.ts'
import { newId } from '../secrets/random.ts'

export type Lease = { readonly nodeId: string; readonly leaseMs: number }

/** A request to lease more items. */
export type LeaseRequest = Lease & {
  /** Not more than this; 0 or less if this node is busy. */
  readonly limit: number
  /** Keys of items that this node is working on, even if their leases have ended. */
  readonly held: ReadonlySet<string>
  /** Aborted by a stop. */
  readonly signal: AbortSignal
}

/** The signals that the work on an item must watch. */
export type Hold = {
  /** Aborted when nothing more is to be started for the item; what has been started may finish. */
  readonly soft: AbortSignal
  /** Aborted when the work must end immediately: the lease was lost, or a stop has waited long enough. */
  readonly hard: AbortSignal
  /** False when another node may have the item by now. Call it right before an effect that cannot be repeated. */
  readonly isHeld: () => boolean
}

/** `done`: the item needs no lease any more. The others release it; `untried` says that nothing was attempted. */
export type WorkEnd = 'done' | 'tried' | 'untried'

export type LeasedWorkOptions<T> = {
  /** Plural, for the log. */
  readonly name: string
  /** Unique among the items of a table. */
  readonly keyOf: (item: T) => string
  /** Identifies an item in the log. */
  readonly idsOf: (item: T) => Readonly<Record<string, string>>
  readonly heldMax: number
  /** How long running work may continue after a stop was requested. */
  readonly finishMsMax: number
  /** By the machine's clock; default: 15 seconds. */
  readonly leaseMs?: number | undefined
  /** Leases due items that no other node has, in the order in which they are to be started. */
  readonly lease: (request: LeaseRequest) => Promise<readonly T[]>
  /** Called once for the items leased together, before any of them is started. If it fails, they are released. */
  readonly prepare?: (items: readonly T[]) => Promise<void>
  /** Extends the leases and returns the keys of the items that are still leased by this node. */
  readonly renew: (items: readonly T[], lease: Lease) => Promise<readonly string[]>
  /** Lets other nodes have the item immediately, if this node still has its lease. */
  readonly release: (item: T, given: { readonly nodeId: string; readonly isUntried: boolean }) => Promise<void>
  /** Does the work. If it fails, the item stays leased until the lease ends. */
  readonly run: (item: T, hold: Hold) => Promise<WorkEnd>
  readonly log: Logger
}

type Held<T> = {
  readonly item: T
  readonly soft: AbortController
  readonly hard: AbortController
  /** By the process's own clock, so that a process that was stopped for a while notices. */
  leasedUntilMs: number
  isLost: boolean
  done: Promise<void>
}

const LEASE_MS = 15_000
/** A lease is renewed this often before it would end. */
const RENEWALS_PER_LEASE = 3
/** Callers wake it when something is due; this finds missed items. */
const LOOK_DELAY_MS = 1_000

/**
 * Works on rows that nodes lease from each other, so that no two nodes work on one at the same time. Leases are short
 * and are renewed while the work runs: if a node dies or hangs, its leases end and another node takes over.
 * Work that has lost its lease is aborted. A stop lets running work finish for a while and releases the rest.
 */
export class LeasedWork<T> implements Repetition {
  readonly #options: LeasedWorkOptions<T>
  readonly #lease: Lease
  readonly #held = new Map<string, Held<T>>()
  readonly #ending = new AbortController()
  readonly #looking: Repetition
  readonly #renewing: Repetition

  constructor(options: LeasedWorkOptions<T>) {
    const { name, leaseMs = LEASE_MS, log } = options
    this.#options = options
    this.#lease = { nodeId: newId(), leaseMs }
    this.#looking = repeat({
      work: () => this.#look(),
      delayAfterFailureMs: LOOK_DELAY_MS,
      failureMessage: `${name} could not be looked up`,
      log,
    })
    this.#renewing = repeat({
      work: () => this.#renew(),
      delayAfterFailureMs: leaseMs / RENEWALS_PER_LEASE,
      failureMessage: `leases of ${name} could not be renewed`,
      log,
    })
  }

  readonly wake = (): void => this.#looking.wake()

  /** Ends the work on these items early, as a stop does; they can be leased again. */
  giveBack(isMeant: (item: T) => boolean): void {
    for (const { item, soft } of this.#held.values()) if (isMeant(item)) soft.abort()
  }

  /** Running work gets some time to finish; the rest is left to other nodes. */
  readonly stop = async (): Promise<void> => {
    this.#ending.abort()
    this.giveBack(() => true)
    await this.#looking.stop()
    const held = [...this.#held.values()]
    const cut = setTimeout(() => {
      for (const { hard } of held) hard.abort()
    }, this.#options.finishMsMax)
    await Promise.all(held.map(({ done }) => done))
    clearTimeout(cut)
    await this.#renewing.stop()
  }

  async #look(): Promise<number> {
    const { lease, prepare, heldMax } = this.#options
    const leasedUntilMs = performance.now() + this.#lease.leaseMs
    const room = { limit: heldMax - this.#held.size, held: new Set(this.#held.keys()), signal: this.#ending.signal }
    const items = await lease({ ...this.#lease, ...room })
    const leased = items.map((item) => this.#hold(item, leasedUntilMs))
    try {
      if (items.length > 0) await prepare?.(items)
    } catch (error) {
      await Promise.all(leased.map((held) => this.#end(held, 'untried')))
      throw error
    }
    for (const held of leased) held.done = this.#run(held)
    return LOOK_DELAY_MS
  }

  #hold(item: T, leasedUntilMs: number): Held<T> {
    const held = {
      ...{ item, leasedUntilMs, isLost: false, done: Promise.resolve() },
      ...{ soft: new AbortController(), hard: new AbortController() },
    }
    this.#held.set(this.#options.keyOf(item), held)
    return held
  }

  async #run(held: Held<T>): Promise<void> {
    const { run, idsOf, name, log } = this.#options
    const { item, soft, hard } = held
    const isHeld = (): boolean => !hard.signal.aborted && performance.now() < held.leasedUntilMs
    if (this.#ending.signal.aborted) soft.abort()
    try {
      await this.#end(held, await run(item, { soft: soft.signal, hard: hard.signal, isHeld }))
    } catch (error) {
      log.error({ err: error, ...idsOf(item) }, `work on ${name} failed and is repeated when the lease has ended`)
      await this.#end(held, 'done')
    }
    // There is room again, and something may have become due after the last look.
    if (!this.#ending.signal.aborted) this.wake()
  }

  async #end(held: Held<T>, end: WorkEnd): Promise<void> {
    const { release, keyOf, name, log } = this.#options
    const { item } = held
    try {
      const { nodeId } = this.#lease
      if (end !== 'done' && !held.isLost) await release(item, { nodeId, isUntried: end === 'untried' })
    } catch (error) {
      log.debug({ reason: (error as Error).message }, `a lease of ${name} could not be released and ends by itself`)
    }
    // This node may have leased it again since it was released.
    if (this.#held.get(keyOf(item)) === held) this.#held.delete(keyOf(item))
  }

  async #renew(): Promise<number> {
    const { renew, keyOf } = this.#options
    const { leaseMs } = this.#lease
    const held = [...this.#held.values()]
    const leasedUntilMs = performance.now() + leaseMs
    const items = held.map(({ item }) => item)
    const ours = new Set(items.length === 0 ? [] : await renew(items, this.#lease))
    for (const each of held) {
      if (ours.has(keyOf(each.item))) each.leasedUntilMs = leasedUntilMs
      else lose(each)
    }
    return leaseMs / RENEWALS_PER_LEASE
  }
}

/** A node that hung for long has lost its items to others; an item that has ended is not renewed either. */
function lose<T>(held: Held<T>): void {
  held.isLost = true
  held.soft.abort()
  held.hard.abort()
}
