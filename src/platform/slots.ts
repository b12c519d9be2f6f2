/** Lets so many do something at a time; the others wait in the order in which they came, within a bound. */
export class Slots {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor({
    atOnce,
    waitingMax = Number.POSITIVE_INFINITY,
  }: {
    readonly atOnce: number
    readonly waitingMax?: number
  }) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** Undefined, at once, where too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.#taken < this.#atOnce) {
      this.#taken += 1
      return this.#run(work)
    }
    if (this.#waiting.length >= this.#waitingMax) return undefined
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn.resolve)
    return turn.promise.then(() => this.#run(work))
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      // The slot passes on to the first in line without becoming free in between.
      const next = this.#waiting.shift()
      if (next === undefined) this.#taken -= 1
      else next()
    }
  }
}
