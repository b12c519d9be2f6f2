/** Counts the running jobs of each owner on this node. */
export class OwnerLimit {
  readonly #max: number
  readonly #running = new Map<string, number>()

  constructor(max = Infinity) {
    this.#max = max
  }

  get isLimited(): boolean {
    return this.#max !== Infinity
  }

  /** Owners that run as many jobs as they may. */
  get atLimit(): Iterable<string> {
    return this.#running
      .entries()
      .filter(([, count]) => count >= this.#max)
      .map(([owner]) => owner)
  }

  /** Returns false if the owner already runs as many as it may; a job without an owner always starts. */
  start(owner: string | undefined): boolean {
    if (owner === undefined) return true
    const count = this.#running.get(owner) ?? 0
    if (count >= this.#max) return false
    this.#running.set(owner, count + 1)
    return true
  }

  end(owner: string | undefined): void {
    if (owner === undefined) return
    const count = (this.#running.get(owner) ?? 0) - 1
    if (count > 0) this.#running.set(owner, count)
    else this.#running.delete(owner)
  }
}
