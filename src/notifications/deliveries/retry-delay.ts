// pure
import { delayMinutes, type RetryPolicy } from '../webhooks/webhook.ts'

/** A longer delay is of no use, and a geometric one soon exceeds the calendar. */
const DELAY_MINUTES_MAX = 366 * 24 * 60

/**
 * The delay between the previous attempt and the retry with this number, from 1; undefined if there are no more
 * retries. A repeated sequence begins with its own first delay, after the wait between sequences.
 */
export function retryDelay(policy: RetryPolicy, retryNumber: number): Temporal.Duration | undefined {
  const { numberOfRetries, repeatSequenceCount, repeatSequenceWaitTime } = policy
  if (retryNumber > numberOfRetries * (repeatSequenceCount + 1)) return undefined
  const step = (retryNumber - 1) % numberOfRetries
  const isRepetition = step === 0 && retryNumber > 1
  const minutes = delayMinutes(policy, step) + (isRepetition ? repeatSequenceWaitTime : 0)
  return Temporal.Duration.from({ seconds: Math.round(Math.min(minutes, DELAY_MINUTES_MAX) * 60) })
}
