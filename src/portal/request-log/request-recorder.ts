import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { keptSince, type LoggedRequest } from './logged-request.ts'
import { deleteOldRequests, deleteSurplusRequests, insertRequests } from './request-log-store.ts'

type Deps = { readonly db: Db; readonly machineClock: Clock; readonly log: Logger }

const WRITE_EVERY_MS = 1_000
/** A node has written a request by then, unless writing takes longer than the second until the next. */
export const WRITTEN_WITHIN_MS = 2 * WRITE_EVERY_MS
/** More than that within a second are dropped: the log must not take memory or time from requests. */
const WAITING_MAX = 2_000
/** An organization's surplus is deleted each time it has sent this number of requests. */
const SURPLUS_EVERY = 1_000
const OLD_EVERY_MS = 600_000
const COUNTED_ORGANIZATIONS_MAX = 10_000

/**
 * Keeps the requests of this node in memory and writes them once a second by one statement. A failed write drops them, since
 * the requests themselves were served.
 */
export class RequestRecorder {
  readonly #deps: Deps
  readonly #sinceSurplus = new Map<string, number>()
  #waiting: LoggedRequest[] = []
  #dropped = 0
  #writing: Promise<void> = Promise.resolve()
  #oldDeletedAtMs = 0
  readonly #timer: NodeJS.Timeout

  constructor(deps: Deps) {
    this.#deps = deps
    // Created outside of any request, so that writes count as the service's own.
    this.#timer = setInterval(() => void this.flush(), WRITE_EVERY_MS)
    this.#timer.unref()
  }

  add(request: LoggedRequest): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(request)
    else this.#dropped += 1
  }

  /** Writes everything that was added before; never fails. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #write(): Promise<void> {
    const { db, machineClock, log } = this.#deps
    const requests = this.#waiting
    if (this.#dropped > 0) log.warn({ requests: this.#dropped }, 'requests were left out of the request log')
    this.#waiting = []
    this.#dropped = 0
    try {
      if (requests.length > 0) await insertRequests(db, requests)
      for (const organizationId of this.#withSurplus(requests)) await deleteSurplusRequests(db, organizationId)
      const now = machineClock.now()
      if (now.epochMilliseconds - this.#oldDeletedAtMs < OLD_EVERY_MS) return
      this.#oldDeletedAtMs = now.epochMilliseconds
      await deleteOldRequests(db, { before: keptSince(now) })
    } catch (error) {
      log.warn({ err: error, requests: requests.length }, 'the request log was not written')
    }
  }

  /** The organizations that may have too many by now; after a start, each with its first requests. */
  #withSurplus(requests: readonly LoggedRequest[]): readonly string[] {
    if (this.#sinceSurplus.size > COUNTED_ORGANIZATIONS_MAX) this.#sinceSurplus.clear()
    const counts = Map.groupBy(requests, ({ organizationId }) => organizationId)
    return [...counts].flatMap(([organizationId, { length }]) => {
      const count = (this.#sinceSurplus.get(organizationId) ?? SURPLUS_EVERY) + length
      this.#sinceSurplus.set(organizationId, count >= SURPLUS_EVERY ? 0 : count)
      return count >= SURPLUS_EVERY ? [organizationId] : []
    })
  }
}
