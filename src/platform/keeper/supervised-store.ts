import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log/log.ts'
import type { RunningStore } from '../processes/child-process.ts'
import type { StoreName } from './lease-protocol.ts'

/** The first restart is immediate; a store that keeps failing is restarted every ten seconds. */
const RESTART_DELAYS_MS = [0, 250, 1_000, 3_000, 10_000] as const
/** A store that ran this long has recovered: its next exit counts as the first one. */
const STEADY_AFTER_MS = 60_000

type KeptStoreOptions = {
  readonly name: StoreName
  readonly start: () => Promise<RunningStore>
  readonly onRestart: () => void
  readonly log: Logger
}

/** Runs one store for as long as it is needed, and restarts it when it dies. */
export class SupervisedStore {
  readonly #options: KeptStoreOptions
  #current: Promise<RunningStore> | undefined
  #isStopping = false

  constructor(options: KeptStoreOptions) {
    this.#options = options
  }

  /** Starts the store if it is not running; a failed start rejects for all callers that wait for it. */
  async url(): Promise<string> {
    this.#current ??= this.#startAndWatch(0)
    try {
      return (await this.#current).url
    } catch (error) {
      this.#current = undefined
      throw error
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const running = await this.#current?.catch(() => undefined)
    await running?.stop()
  }

  async #startAndWatch(deaths: number): Promise<RunningStore> {
    const { name, log, start } = this.#options
    const startedAt = performance.now()
    const running = await start()
    log.info({ store: name, tookMs: Math.round(performance.now() - startedAt) }, 'store started')
    void running.exited.then(({ code, signal }) => {
      if (this.#isStopping) return
      const hasBeenSteady = performance.now() - startedAt > STEADY_AFTER_MS
      log.error({ store: name, code, signal }, 'store exited unexpectedly, restarting it')
      this.#current = this.#restart(hasBeenSteady ? 0 : deaths)
    })
    return running
  }

  async #restart(deaths: number): Promise<RunningStore> {
    for (let attempt = deaths; ; attempt += 1) {
      const step = Math.min(attempt, RESTART_DELAYS_MS.length - 1)
      await sleep(RESTART_DELAYS_MS[step])
      if (this.#isStopping) throw new Error('The keeper is stopping.')
      try {
        const running = await this.#startAndWatch(attempt + 1)
        this.#options.onRestart()
        return running
      } catch (error) {
        this.#options.log.error({ store: this.#options.name, error }, 'store failed to restart')
      }
    }
  }
}
