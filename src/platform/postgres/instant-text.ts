/** PostgreSQL does not accept years outside this range, and nothing that is stored lies outside it. */
const EARLIEST = Temporal.Instant.from('0001-01-01T00:00:00Z')
const LATEST = Temporal.Instant.from('9999-12-31T23:59:59Z')

/** An instant to compare stored ones with. PostgreSQL has microseconds, so one between two of them is rounded. */
export function instantText(instant: Temporal.Instant, roundingMode: 'ceil' | 'floor'): string {
  const { compare } = Temporal.Instant
  if (compare(instant, EARLIEST) < 0) return EARLIEST.toString()
  if (compare(instant, LATEST) > 0) return LATEST.toString()
  return instant.round({ smallestUnit: 'microsecond', roundingMode }).toString()
}
