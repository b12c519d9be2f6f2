/** Work beyond this is refused: it would take the memory of the node. */
const RUNNING_MAX = 1_000

/** Runs work that nobody waits for, such as what follows a response, and lets it finish when the service stops. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>()
  readonly #onFailure: (error: unknown) => void

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Starts in the next turn of the event loop, so that the caller is not delayed. */
  start(work: () => Promise<unknown>): void {
    if (this.#running.size >= RUNNING_MAX) {
      this.#onFailure(new Error('Too much work runs in the background.'))
      return
    }
    const { promise: isTurn, resolve } = Promise.withResolvers<void>()
    setImmediate(resolve)
    const running: Promise<void> = isTurn
      .then(work)
      .then(() => undefined, this.#onFailure)
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves when everything that was started has ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
