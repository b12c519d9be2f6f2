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
  const ofDay = resentAt.filter((each) => Temporal.Instant.compare(each.add(DAY), at) > 0)
  const first = ofDay.at(-RESENDS_PER_DAY)
  if (ofDay.length >= RESENDS_PER_DAY && first !== undefined) {
    return {
      until: first.add(DAY),
      sentence: `was sent again to this address ${RESENDS_PER_DAY} times within 24 hours`,
    }
  }
  const next = resentAt.at(-1)?.add(PAUSE)
  if (next === undefined || Temporal.Instant.compare(next, at) <= 0) return undefined
  return { until: next, sentence: 'was sent again to this address less than a minute ago' }
}
