/** Lets work run one at a time, in the order in which it came, and says when too much of it waits. */
export class Turns {
  readonly #waitingMax: number
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor({ waitingMax }: { readonly waitingMax: number }) {
    this.#waitingMax = waitingMax
  }

  /** Undefined, at once, where too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.#waiting >= this.#waitingMax) return undefined
    this.#waiting += 1
    const turn = this.#last.then(async () => {
      this.#waiting -= 1
      return work()
    })
    // Whoever comes next waits for the end, however this one ends.
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
