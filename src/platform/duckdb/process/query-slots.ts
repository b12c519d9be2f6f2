import { clientGone, type EngineFailure, tooMany } from './engine-failure.ts'

type Bounds = {
  readonly runningMax: number
  readonly waitingMax: number
  readonly waitingMaxMs: number
}
type Waiter = { readonly start: () => void; readonly refuse: (reason: EngineFailure) => void }

/** Lets so many queries run at a time; the others wait in the order in which they came, within bounds. */
export class QuerySlots {
  readonly #bounds: Bounds
  readonly #waiting = new Set<Waiter>()
  #running = 0
  #closedBecause: EngineFailure | undefined

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves when a slot is free, with the function that gives it back. */
  async take(gone: AbortSignal): Promise<() => void> {
    if (this.#closedBecause !== undefined) throw this.#closedBecause
    if (gone.aborted) throw clientGone()
    if (this.#running >= this.#bounds.runningMax) await this.#wait(gone)
    else this.#running += 1
    let isGivenBack = false
    return () => {
      if (!isGivenBack) this.#giveBack()
      isGivenBack = true
    }
  }

  /** Refuses all that wait and all that come. */
  close(reason: EngineFailure): void {
    this.#closedBecause = reason
    for (const waiter of [...this.#waiting]) waiter.refuse(reason)
  }

  async #wait(gone: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#bounds.waitingMax) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // A waiter leaves the line at once, so that no slot is passed on to one that has gone.
    const refuse = (reason: EngineFailure): void => {
      this.#waiting.delete(waiter)
      reject(reason)
    }
    const waiter: Waiter = { start: resolve, refuse }
    const onGone = (): void => refuse(clientGone())
    const timer = setTimeout(() => refuse(tooMany()), this.#bounds.waitingMaxMs)
    this.#waiting.add(waiter)
    gone.addEventListener('abort', onGone, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      gone.removeEventListener('abort', onGone)
    }
  }

  /** The slot passes on to the first in line without becoming free in between. */
  #giveBack(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(first)
    first.start()
  }
}
