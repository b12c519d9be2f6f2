/** RFC 3339, and the offset without its colon, which some clients send. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/i

/** An instant with its offset, as `2026-03-09T10:00:00Z`; undefined for anything else. */
export function parseInstant(text: string): Temporal.Instant | undefined {
  return INSTANT.test(text) ? unlessOutOfRange(() => Temporal.Instant.from(text)) : undefined
}

/** As responses and lists write it: in UTC, with milliseconds. */
export function writtenInstant(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 })
}

/** An ISO 8601 duration, as `P1Y2M3DT4H` or `-PT1H`; undefined for anything else. */
export function parseDuration(text: string): Temporal.Duration | undefined {
  return unlessOutOfRange(() => Temporal.Duration.from(text))
}

/** Years, months and days are counted on the calendar of UTC; undefined where no time is that far away. */
export function addInUtc(instant: Temporal.Instant, duration: Temporal.Duration): Temporal.Instant | undefined {
  return unlessOutOfRange(() => instant.toZonedDateTimeISO('UTC').add(duration).toInstant())
}

/** Whether it is a name of the time zone database; a bare offset has no daylight saving time and does not count. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  return unlessOutOfRange(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)) !== undefined
}

/** Undefined where no time is that far away. */
export function unlessOutOfRange<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
