/** Lets so many do something at a time; the others wait in the order in which they came. */
export class Slots {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor({ atOnce }: { readonly atOnce: number }) {
    this.#atOnce = atOnce
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#atOnce) this.#taken += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
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
