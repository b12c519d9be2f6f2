import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log/log.ts'

export type Repetition = {
  /** Does not wait for the next time; while the work is being done it is done once more after that. */
  readonly wake: () => void
  /** Waits for work that is being done. */
  readonly stop: () => Promise<void>
}

type RepeatOptions = {
  /** Answers how long to wait before the next time, and ends soon after `signal` says so. */
  readonly work: (signal: AbortSignal) => Promise<number>
  readonly delayAfterFailureMs: number
  /** What the log says when the work fails. */
  readonly failureMessage: string
  readonly log: Logger
}

/** Does the work at once and then again and again; a failure is told and tried again, and ends nothing. */
export function repeat(options: RepeatOptions): Repetition {
  const { work, delayAfterFailureMs, failureMessage, log } = options
  const stopping = new AbortController()
  let woken = new AbortController()
  let failures = 0
  const done = loop()

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      const delayMs = await attempt()
      await sleep(delayMs, undefined, { signal: woken.signal }).catch(() => {})
    }
  }

  async function attempt(): Promise<number> {
    try {
      const delayMs = await work(stopping.signal)
      failures = 0
      return delayMs
    } catch (error) {
      failures += 1
      // While PostgreSQL is away every attempt fails for the same reason; once is enough to know.
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
