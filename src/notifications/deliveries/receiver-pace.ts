import { setTimeout as sleep } from 'node:timers/promises'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'

/** The most attempts that run concurrently on this node. */
const ATTEMPTS_MAX = 1_024
const QUICK_MAX = 64
const SLOW_MAX = 256
/** An attempt that has taken this long gives its place to the next one. */
const TURN_MS_MAX = 250
/** A receiver that took this long is a slow one. */
const QUICK_MS_MAX = 1_000
/** While quick receivers are busy, pages that fail begin this far apart. */
const FAILED_PAGE_MS_MIN = 1_000
const REMEMBERED_MAX = 10_000
const USUAL = { concurrencyMax: 4, pageSize: 50 } as const
const SLOW = { concurrencyMax: 2, pageSize: 4 } as const

/**
 * Decides which attempt runs when. Receivers that fail or are slow are remembered, and share places of their own, so
 * that any number of them never delays the others.
 */
export class ReceiverPace {
  readonly #all = new FairTurns({ concurrencyMax: ATTEMPTS_MAX })
  readonly #quick = new FairTurns({ concurrencyMax: QUICK_MAX })
  readonly #slow = new FairTurns({ concurrencyMax: SLOW_MAX })
  /** The oldest first. */
  readonly #slowOnes = new Set<string>()
  /** Ends the pauses of receivers that fail. */
  #quickIdle = new AbortController()

  isSlow(webhookId: string): boolean {
    return this.#slowOnes.has(webhookId)
  }

  of(webhookId: string): { readonly concurrencyMax: number; readonly pageSize: number } {
    return this.isSlow(webhookId) ? SLOW : USUAL
  }

  /**
   * Resolves when a receiver that took nothing of its last page may have the next one. Quick ones come first: recording
   * a failure and planning its retry costs more than a delivery.
   */
  async pauseAfterFailure(pageBegunAtMs: number, gone: AbortSignal): Promise<void> {
    const restMs = pageBegunAtMs + FAILED_PAGE_MS_MIN - performance.now()
    if (this.#quick.running === 0 || restMs <= 0) return
    const signal = AbortSignal.any([gone, this.#quickIdle.signal])
    await sleep(restMs, undefined, { signal }).catch(() => {})
  }

  /** Runs an attempt when there is a place for it. */
  async run<T>(webhookId: string, attempt: () => Promise<T>, gone: AbortSignal): Promise<T> {
    const leave = await this.#all.take(webhookId, gone)
    try {
      return await (this.isSlow(webhookId)
        ? this.#slow.run(webhookId, attempt, gone)
        : this.#runQuick(webhookId, attempt, gone))
    } finally {
      leave()
    }
  }

  async #runQuick<T>(webhookId: string, attempt: () => Promise<T>, gone: AbortSignal): Promise<T> {
    const release = await this.#quick.take(webhookId, gone)
    const endTurn = (): void => {
      release()
      if (this.#quick.running > 0) return
      this.#quickIdle.abort()
      this.#quickIdle = new AbortController()
    }
    const timer = setTimeout(endTurn, TURN_MS_MAX)
    try {
      return await attempt()
    } finally {
      clearTimeout(timer)
      endTurn()
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
