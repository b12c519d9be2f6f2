import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../platform/log/log.ts'
import { type Hold, LeasedWork, type LeaseRequest, type WorkEnd } from '../../platform/queue/leased-work.ts'
import { webhooksThatAreBack } from '../webhooks/held-delivery-store.ts'
import { releaseIfBack } from '../webhooks/suspension.ts'
import { checkHealth } from './check-health.ts'
import { type Lane, laneName, lanesWithWork, leaseLanes, releaseLane, renewLanes } from './lane-store.ts'
import { type LaneDeps, runLane } from './run-lane.ts'

export type DispatcherDeps = LaneDeps & {
  readonly log: Logger
  /** By the machine's clock; default: 15 seconds. */
  readonly leaseMs?: number
}

const LANES_MAX = 500
const DELAY_AFTER_FAILURE_MS = 1_000
const FINISH_MS_MAX = 5_000

/**
 * Sends deliveries, on any number of nodes at the same time. A webhook's lane is leased by one node at a time, so that
 * its notifications stay in order.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #work: LeasedWork<Lane>
  #after: Lane | undefined
  readonly wake: () => void
  /** Running attempts get some time to finish; the rest is left to other nodes. */
  readonly stop: () => Promise<void>

  constructor(deps: DispatcherDeps) {
    const { database, leaseMs, log } = deps
    this.#deps = deps
    this.#work = new LeasedWork({
      ...{ name: 'webhook deliveries', heldMax: LANES_MAX, finishMsMax: FINISH_MS_MAX, leaseMs, log },
      keyOf: laneName,
      idsOf: ({ organizationId, webhookId, kind }) => ({ organizationId, webhookId, kind }),
      lease: (request) => this.#lease(request),
      renew: async (lanes, lease) => (await renewLanes(database.db, lanes, lease)).map(laneName),
      release: (lane, { nodeId }) => releaseLane(database.db, lane, nodeId),
      run: (lane, hold) => this.#run(lane, hold),
    })
    this.wake = this.#work.wake
    this.stop = this.#work.stop
  }

  async #lease({ limit, held, ...lease }: LeaseRequest): Promise<readonly Lane[]> {
    const { database } = this.#deps
    for (const webhook of await webhooksThatAreBack(database.db)) {
      await database.transaction((tx) => releaseIfBack(tx, webhook))
    }
    if (limit <= 0) return []
    const found = await lanesWithWork(database.db, { after: this.#after, limit: LANES_MAX })
    const free = found.filter((lane) => !held.has(laneName(lane))).slice(0, limit)
    this.#after = found.length < LANES_MAX ? undefined : free.at(-1)
    return leaseLanes(database.db, free, lease)
  }

  /** Deliveries that are stopped early stay ready: this node or another one finds them again. */
  async #run(lane: Lane, { soft, hard }: Hold): Promise<WorkEnd> {
    const { organizationId, webhookId, kind } = lane
    try {
      if (kind === 'health') await checkHealth(this.#deps, lane, hard)
      else await runLane(this.#deps, lane, { soft, hard })
    } catch (error) {
      const reason = (error as Error).message
      this.#deps.log.warn({ organizationId, webhookId, reason }, 'deliveries of a webhook were interrupted')
      await sleep(DELAY_AFTER_FAILURE_MS, undefined, { signal: soft }).catch(() => {})
    }
    return 'tried'
  }
}
