// pure

/** A merchant's repetitions of a mail about one invoice to one address are limited, so that nobody is flooded. */
const PAUSE = Temporal.Duration.from({ minutes: 1 })
const RESENDS_PER_DAY = 5
const DAY = Temporal.Duration.from({ hours: 24 })

export type ResendWait = { readonly until: Temporal.Instant; readonly sentence: string }

/**
 * Until when an invoice may not be sent again, and why; undefined if it may. `mailedAt` has the times of all mails by which
 * it was sent to this address, oldest first. The first one is not a repetition.
 */
export function resendWait(mailedAt: readonly Temporal.Instant[], at: Temporal.Instant): ResendWait | undefined {
  const [, ...resentAt] = mailedAt
  const waits = [afterMinute(resentAt), afterDay(resentAt)].filter((wait) => wait !== undefined)
  const later = waits.filter(({ until }) => Temporal.Instant.compare(until, at) > 0)
  return later.toSorted((one, other) => Temporal.Instant.compare(other.until, one.until))[0]
}

function afterMinute(resentAt: readonly Temporal.Instant[]): ResendWait | undefined {
  const until = resentAt.at(-1)?.add(PAUSE)
  return until && { until, sentence: 'was sent again to this address less than a minute ago' }
}

function afterDay(resentAt: readonly Temporal.Instant[]): ResendWait | undefined {
  const until = resentAt.at(-RESENDS_PER_DAY)?.add(DAY)
  return until && { until, sentence: `was sent again to this address ${RESENDS_PER_DAY} times within 24 hours` }
}
