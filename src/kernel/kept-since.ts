/**
 * The start of a retention period of some months: midnight in UTC of the day that many months ago. In a month too
 * short for that day it is the last day, so that nothing is removed too early.
 */
export function keptSince(now: Temporal.Instant, months: number): Temporal.Instant {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  return today.subtract({ months }).toZonedDateTime('UTC').toInstant()
}
