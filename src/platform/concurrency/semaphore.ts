type SemaphoreOptions = {
  readonly atOnce: number
  /** More callers are refused at once. */
  readonly waitingMax?: number
  /** A caller that has waited this long is refused. */
  readonly waitingMsMax?: number
  readonly refusals?: Partial<Refusals>
}
type Refusals = { readonly full: () => Error; readonly gone: () => Error }
type Waiter = { readonly start: () => void; readonly refuse: (reason: Error) => void }

const REFUSALS: Refusals = {
  full: () => new Error('Too many callers wait.'),
  gone: () => new Error('The caller has gone.'),
}

/** Limits concurrency to `atOnce`; further callers wait in the order of their calls. */
export class Semaphore {
  readonly #options: SemaphoreOptions
  readonly #refusals: Refusals
  readonly #waiters = new Set<Waiter>()
  #running = 0
  #closedBecause: Error | undefined

  constructor(options: SemaphoreOptions) {
    this.#options = options
    this.#refusals = { ...REFUSALS, ...options.refusals }
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiters.size
  }

  /** Runs the work when it is the caller's turn. */
  async run<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    const release = await this.take(gone)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async take(gone?: AbortSignal): Promise<() => void> {
    if (this.#closedBecause !== undefined) throw this.#closedBecause
    if (gone?.aborted === true) throw this.#refusals.gone()
    if (this.#running >= this.#options.atOnce) await this.#wait(gone)
    else this.#running += 1
    let isReleased = false
    return () => {
      if (!isReleased) this.#release()
      isReleased = true
    }
  }

  /** Refuses all waiting callers and all that come later. */
  close(reason: Error): void {
    this.#closedBecause = reason
    for (const waiter of [...this.#waiters]) waiter.refuse(reason)
  }

  async #wait(gone: AbortSignal | undefined): Promise<void> {
    const { waitingMax = Infinity, waitingMsMax } = this.#options
    if (this.#waiters.size >= waitingMax) throw this.#refusals.full()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // A refused waiter leaves the queue at once: no turn is passed on to a caller that has gone.
    const refuse = (reason: Error): void => {
      this.#waiters.delete(waiter)
      reject(reason)
    }
    const waiter: Waiter = { start: resolve, refuse }
    const onGone = (): void => refuse(this.#refusals.gone())
    const timer = waitingMsMax === undefined ? undefined : setTimeout(() => refuse(this.#refusals.full()), waitingMsMax)
    this.#waiters.add(waiter)
    gone?.addEventListener('abort', onGone, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      gone?.removeEventListener('abort', onGone)
    }
  }

  /** The turn passes to the first waiter without becoming free in between. */
  #release(): void {
    const [first] = this.#waiters
    if (first === undefined) {
      this.#running -= 1
      return
    }
    this.#waiters.delete(first)
    first.start()
  }
}
