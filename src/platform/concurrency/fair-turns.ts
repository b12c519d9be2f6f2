export type FairTurnsOptions = {
  /** For all owners together; default: no limit. */
  readonly concurrencyMax?: number
  /** For each owner; default: no limit. */
  readonly perOwnerMax?: number
  /** More waiting callers of one owner are refused immediately. */
  readonly waitingMax?: number
  /** A caller that has waited this long is refused. */
  readonly waitingMsMax?: number
  readonly refusals?: Partial<Refusals>
}
type Refusals = { readonly full: () => Error; readonly gone: () => Error }
type Waiter = { readonly start: () => void; readonly refuse: (reason: Error) => void }
/** The work of an owner; an owner without any is removed. */
type Share = { running: number; readonly waiters: Set<Waiter> }

const REFUSALS: Refusals = {
  full: () => new Error('Too many callers wait.'),
  gone: () => new Error('The caller has gone.'),
}

/**
 * Limits concurrency, for each owner and for all of them together. Owners that wait take turns (round robin), and the
 * callers of one owner are served in the order of their calls, so no owner can delay another by asking often.
 *
 * An owner is usually the organization of the key that asks (`caller.owner.organizationId`), not the one it acts for:
 * a partner must not get a multiple by having many merchants. For example, uploads that store:
 *
 *     const uploads = new FairTurns(perOrganization(4, 'uploads')) // of `platform/http/limits/per-organization.ts`
 *     const release = await uploads.take(caller.owner.organizationId, gone) // 429 after 2 s; rejects when `gone` aborts
 *     try { … } finally { release() }
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  readonly #refusals: Refusals
  /** The owner that was served last is last. */
  readonly #shares = new Map<string, Share>()
  #running = 0
  #closedBecause: Error | undefined

  constructor(options: FairTurnsOptions) {
    this.#options = options
    this.#refusals = { ...REFUSALS, ...options.refusals }
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#shares.values().reduce((sum, { waiters }) => sum + waiters.size, 0)
  }

  /** Runs the work when it is the caller's turn. */
  async run<T>(owner: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    const release = await this.take(owner, gone)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async take(owner: string, gone?: AbortSignal): Promise<() => void> {
    if (this.#closedBecause !== undefined) throw this.#closedBecause
    if (gone?.aborted === true) throw this.#refusals.gone()
    const share = this.#shares.get(owner) ?? { running: 0, waiters: new Set() }
    if (share.waiters.size === 0 && this.#isFree && this.#hasRoom(share)) this.#start(owner, share)
    else await this.#wait(owner, share, gone)
    let isReleased = false
    return () => {
      if (!isReleased) this.#release(owner, share)
      isReleased = true
    }
  }

  /** Refuses all waiting callers and all that come later. */
  close(reason: Error): void {
    this.#closedBecause = reason
    for (const { waiters } of [...this.#shares.values()]) for (const waiter of [...waiters]) waiter.refuse(reason)
  }

  get #isFree(): boolean {
    return this.#running < (this.#options.concurrencyMax ?? Infinity)
  }

  #hasRoom({ running }: Share): boolean {
    return running < (this.#options.perOwnerMax ?? Infinity)
  }

  async #wait(owner: string, share: Share, gone: AbortSignal | undefined): Promise<void> {
    const { waitingMax = Infinity, waitingMsMax } = this.#options
    if (share.waiters.size >= waitingMax) throw this.#refusals.full()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // A refused waiter leaves the queue immediately: no turn is passed on to a caller that has gone.
    const refuse = (reason: Error): void => {
      share.waiters.delete(waiter)
      this.#forgetIdle(owner, share)
      reject(reason)
    }
    const waiter: Waiter = { start: resolve, refuse }
    const onGone = (): void => refuse(this.#refusals.gone())
    const timer = waitingMsMax === undefined ? undefined : setTimeout(() => refuse(this.#refusals.full()), waitingMsMax)
    share.waiters.add(waiter)
    this.#shares.set(owner, share)
    gone?.addEventListener('abort', onGone, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      gone?.removeEventListener('abort', onGone)
    }
  }

  #start(owner: string, share: Share): void {
    this.#running += 1
    share.running += 1
    this.#shares.delete(owner)
    this.#shares.set(owner, share)
  }

  /** The turn passes to the next waiter without becoming free in between. */
  #release(owner: string, share: Share): void {
    this.#running -= 1
    share.running -= 1
    this.#forgetIdle(owner, share)
    for (const [next, candidate] of this.#shares) {
      const [first] = candidate.waiters
      if (first === undefined || !this.#hasRoom(candidate)) continue
      candidate.waiters.delete(first)
      this.#start(next, candidate)
      first.start()
      return
    }
  }

  #forgetIdle(owner: string, { running, waiters }: Share): void {
    if (running === 0 && waiters.size === 0) this.#shares.delete(owner)
  }
}
