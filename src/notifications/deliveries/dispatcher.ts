import { setTimeout as sleep } from 'node:timers/promises'
import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import { newId } from '../../platform/secrets/random.ts'
import { webhooksThatAreBack } from '../webhooks/held-delivery-store.ts'
import { releaseIfBack } from '../webhooks/suspension.ts'
import type { AttemptRecorder } from './attempt-recorder.ts'
import { checkHealth } from './check-health.ts'
import { type Lane, laneName, lanesWithWork, leaseLanes, releaseLanes, renewLanes } from './lane-store.ts'
import { type LaneDeps, runLane } from './run-lane.ts'

export type DispatcherDeps = LaneDeps & {
  readonly recorder: AttemptRecorder
  readonly log: Logger
  /** By the machine's clock; default: 15 seconds. */
  readonly leaseMs?: number
}

type HeldLane = { readonly lane: Lane; readonly stopping: AbortController; readonly done: Promise<void> }

const LEASE_MS = 15_000
/** A lease is renewed this often before it would end. */
const RENEWALS_PER_LEASE = 3
const LANES_MAX = 500
const LOOK_DELAY_MS = 1_000
/** How long attempts may continue after the stop was requested. */
const FINISH_MS_MAX = 5_000

/**
 * Sends deliveries, on any number of nodes at once. A webhook's lane is leased by one node at a time, so that its
 * notifications stay in order; if the node dies, the lease ends and another one takes over.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #nodeId = newId()
  readonly #leaseMs: number
  readonly #lanes = new Map<string, HeldLane>()
  readonly #looking: Repetition
  readonly #renewing: Repetition
  #after: Lane | undefined
  readonly #ending = new AbortController()

  constructor(deps: DispatcherDeps) {
    const { log, leaseMs = LEASE_MS } = deps
    this.#deps = deps
    this.#leaseMs = leaseMs
    this.#looking = repeat({
      work: () => this.#look(),
      delayAfterFailureMs: LOOK_DELAY_MS,
      failureMessage: 'webhook deliveries could not be looked up',
      log,
    })
    this.#renewing = repeat({
      work: () => this.#renew(),
      delayAfterFailureMs: leaseMs / RENEWALS_PER_LEASE,
      failureMessage: 'leases of webhooks could not be renewed',
      log,
    })
  }

  readonly wake = (): void => this.#looking.wake()

  /** Attempts that run get some time to finish; what remains is left to other nodes. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#looking.stop()
    const lanes = [...this.#lanes.values()]
    const cut = setTimeout(() => {
      for (const { stopping } of lanes) stopping.abort()
    }, FINISH_MS_MAX)
    await Promise.all(lanes.map(({ done }) => done))
    clearTimeout(cut)
    await this.#renewing.stop()
  }

  async #look(): Promise<number> {
    const { database } = this.#deps
    for (const webhook of await webhooksThatAreBack(database.db)) {
      await database.transaction((tx) => releaseIfBack(tx, webhook))
    }
    const limit = LANES_MAX - this.#lanes.size
    if (limit <= 0) return LOOK_DELAY_MS
    const found = await lanesWithWork(database.db, { after: this.#after, limit: LANES_MAX })
    const free = found.filter((lane) => !this.#lanes.has(laneName(lane))).slice(0, limit)
    this.#after = found.length < LANES_MAX ? undefined : free.at(-1)
    const lease = { nodeId: this.#nodeId, leaseMs: this.#leaseMs }
    for (const lane of await leaseLanes(database.db, free, lease)) this.#start(lane)
    return LOOK_DELAY_MS
  }

  #start(lane: Lane): void {
    const stopping = new AbortController()
    const done = this.#run(lane, stopping.signal)
    this.#lanes.set(laneName(lane), { lane, stopping, done })
  }

  async #run(lane: Lane, signal: AbortSignal): Promise<void> {
    const { log, database } = this.#deps
    const { organizationId, webhookId, kind } = lane
    try {
      // Whatever is stopped early stays ready: this node or another one finds it again.
      if (kind === 'health') await checkHealth(this.#deps, lane, signal)
      else await runLane(this.#deps, lane, { soft: AbortSignal.any([signal, this.#ending.signal]), hard: signal })
    } catch (error) {
      const reason = (error as Error).message
      log.warn({ organizationId, webhookId, reason }, 'deliveries of a webhook were interrupted')
      await sleep(LOOK_DELAY_MS, undefined, { signal: this.#ending.signal }).catch(() => {})
    }
    try {
      await releaseLanes(database.db, [lane], this.#nodeId)
    } catch (error) {
      // The lease ends by itself.
      log.debug({ webhookId, reason: (error as Error).message }, 'the lease of a webhook could not be released')
    }
    this.#lanes.delete(laneName(lane))
    // Something may have become ready after the last look.
    if (!this.#ending.signal.aborted) this.wake()
  }

  async #renew(): Promise<number> {
    const { database } = this.#deps
    const held = [...this.#lanes.values()]
    const lease = { nodeId: this.#nodeId, leaseMs: this.#leaseMs }
    const renewed = await renewLanes(
      database.db,
      held.map(({ lane }) => lane),
      lease,
    )
    const ours = new Set(renewed.map(laneName))
    // A node that was paused for long has lost its lanes to others.
    for (const { lane, stopping } of held) if (!ours.has(laneName(lane))) stopping.abort()
    return this.#leaseMs / RENEWALS_PER_LEASE
  }
}
