import { FairTurns } from '../../platform/concurrency/fair-turns.ts'

/** How many attempts run at once on this node. */
const ATTEMPTS_MAX = 1_024
const QUICK_MAX = 64
const SLOW_MAX = 256
/** An attempt that has taken this long gives its place to the next one. */
const TURN_MS_MAX = 250
/** A receiver that took this long is a slow one. */
const QUICK_MS_MAX = 1_000
const REMEMBERED_MAX = 10_000
const USUAL = { atOnce: 4, pageSize: 50 } as const
const SLOW = { atOnce: 2, pageSize: 4 } as const

/**
 * Decides which attempt runs when. Receivers that fail or are slow are remembered, and share places of their own, so
 * that any number of them never delays the others.
 */
export class ReceiverPace {
  readonly #all = new FairTurns({ atOnce: ATTEMPTS_MAX })
  readonly #quick = new FairTurns({ atOnce: QUICK_MAX })
  readonly #slow = new FairTurns({ atOnce: SLOW_MAX })
  /** The oldest first. */
  readonly #slowOnes = new Set<string>()

  isSlow(webhookId: string): boolean {
    return this.#slowOnes.has(webhookId)
  }

  of(webhookId: string): { readonly atOnce: number; readonly pageSize: number } {
    return this.isSlow(webhookId) ? SLOW : USUAL
  }

  /** Runs an attempt when there is a place for it. */
  async run<T>(webhookId: string, attempt: () => Promise<T>, gone: AbortSignal): Promise<T> {
    const leave = await this.#all.take(webhookId, gone)
    try {
      const isSlow = this.isSlow(webhookId)
      const endTurn = await (isSlow ? this.#slow : this.#quick).take(webhookId, gone)
      const timer = isSlow ? undefined : setTimeout(endTurn, TURN_MS_MAX)
      try {
        return await attempt()
      } finally {
        clearTimeout(timer)
        endTurn()
      }
    } finally {
      leave()
    }
  }

  /** Remembers how the last attempt went. */
  note(webhookId: string, { isReceived, durationMs }: { readonly isReceived: boolean; readonly durationMs: number }) {
    this.#slowOnes.delete(webhookId)
    if (isReceived && durationMs < QUICK_MS_MAX) return
    this.#slowOnes.add(webhookId)
    const [oldest] = this.#slowOnes
    if (this.#slowOnes.size > REMEMBERED_MAX && oldest !== undefined) this.#slowOnes.delete(oldest)
  }
}
