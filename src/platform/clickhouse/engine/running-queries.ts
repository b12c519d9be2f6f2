import { setTimeout as pause } from 'node:timers/promises'
import { EngineException } from './engine-exception.ts'

const KILL_PAUSE_MIN_MS = 20
const KILL_PAUSE_MAX_MS = 500

/** The queries that are under way, by the ids that clients know. */
export class RunningQueries {
  readonly #running = new Map<string, PromiseWithResolvers<void>>()
  readonly #kill: (queryId: string) => Promise<void>

  constructor(kill: (queryId: string) => Promise<void>) {
    this.#kill = kill
  }

  /** The function to call when the query has ended. */
  begin(queryId: string): () => void {
    if (this.#running.has(queryId)) {
      throw EngineException.of(216, `Query with id = ${queryId} is already running.`)
    }
    const ended = Promise.withResolvers<void>()
    this.#running.set(queryId, ended)
    return () => {
      this.#running.delete(queryId)
      ended.resolve()
    }
  }

  /** Repeats until the query has ended, because one that has just begun is not yet known to the engine. */
  async kill(queryId: string): Promise<void> {
    const query = this.#running.get(queryId)
    let pauseMs = KILL_PAUSE_MIN_MS
    while (query !== undefined && this.#running.get(queryId) === query) {
      await this.#kill(queryId)
      await Promise.race([query.promise, pause(pauseMs)])
      pauseMs = Math.min(pauseMs * 2, KILL_PAUSE_MAX_MS)
    }
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((queryId) => this.kill(queryId)))
  }

  /** Whether all have ended within the time. */
  async ended(withinMs: number): Promise<boolean> {
    const all = Promise.all([...this.#running.values()].map(({ promise }) => promise))
    const timeout = new AbortController()
    await Promise.race([all, pause(withinMs, undefined, { signal: timeout.signal }).catch(() => 0)])
    timeout.abort()
    return this.#running.size === 0
  }
}
