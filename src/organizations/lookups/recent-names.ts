/** Remembers names for a while; beyond the maximum, the oldest are forgotten. */
export class RecentNames {
  readonly #lifeMs: number
  readonly #max: number
  readonly #endsAtMs = new Map<string, number>()

  constructor({ lifeMs, max }: { readonly lifeMs: number; readonly max: number }) {
    this.#lifeMs = lifeMs
    this.#max = max
  }

  has(name: string): boolean {
    const endsAtMs = this.#endsAtMs.get(name)
    if (endsAtMs === undefined || endsAtMs > performance.now()) return endsAtMs !== undefined
    this.#endsAtMs.delete(name)
    return false
  }

  /** Renews the name if it is there. */
  add(name: string): void {
    this.#endsAtMs.delete(name)
    const [oldest] = this.#endsAtMs.keys()
    if (oldest !== undefined && this.#endsAtMs.size >= this.#max) this.#endsAtMs.delete(oldest)
    this.#endsAtMs.set(name, performance.now() + this.#lifeMs)
  }
}
