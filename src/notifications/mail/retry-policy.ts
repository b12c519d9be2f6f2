// pure
/** Greylisting servers accept after minutes; an outage of the operator's own server may last a day. */
const DELAYS = [
  { minutes: 1 },
  { minutes: 5 },
  { minutes: 15 },
  { hours: 1 },
  { hours: 3 },
  { hours: 6 },
  { hours: 12 },
  { hours: 24 },
] as const

export const MAIL_ATTEMPTS_MAX = DELAYS.length + 1

/** When a mail is tried again after an attempt; undefined after the last. */
export function nextAttemptAt(attempts: number, now: Temporal.Instant): Temporal.Instant | undefined {
  const delay = DELAYS[attempts - 1]
  return delay && now.add(delay)
}
