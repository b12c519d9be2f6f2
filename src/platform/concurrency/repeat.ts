import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log/log.ts'

export type Repetition = {
  /** Runs the work now, or once more right after the current run. */
  readonly wake: () => void
  /** Resolves when the current run has ended. */
  readonly stop: () => Promise<void>
}

type RepeatOptions = {
  /** Returns the delay until the next run in milliseconds. Ends soon after `signal` is aborted. */
  readonly work: (signal: AbortSignal) => Promise<number>
  readonly delayBeforeFirstMs?: number
  readonly delayAfterFailureMs: number
  /** The log message when the work fails. */
  readonly failureMessage: string
  readonly log: Pick<Logger, 'warn' | 'debug'>
}

/** Runs the work again and again until stopped; a failure is logged and retried. */
export function repeat(options: RepeatOptions): Repetition {
  const { work, delayBeforeFirstMs, delayAfterFailureMs, failureMessage, log } = options
  const stopping = new AbortController()
  let woken = new AbortController()
  let failures = 0
  const done = loop()

  async function loop(): Promise<void> {
    if (delayBeforeFirstMs !== undefined) await pause(delayBeforeFirstMs)
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      await pause(await attempt())
    }
  }

  async function pause(delayMs: number): Promise<void> {
    await sleep(delayMs, undefined, { signal: woken.signal }).catch(() => {})
  }

  async function attempt(): Promise<number> {
    try {
      const delayMs = await work(stopping.signal)
      failures = 0
      return delayMs
    } catch (error) {
      failures += 1
      // While a store is down every attempt fails for the same reason; one warning is enough.
      const level = failures === 1 ? 'warn' : 'debug'
      log[level]({ reason: (error as Error).message, failures }, failureMessage)
      return delayAfterFailureMs
    }
  }

  return {
    wake: () => woken.abort(),
    stop: async () => {
      stopping.abort()
      woken.abort()
      await done
    },
  }
}
