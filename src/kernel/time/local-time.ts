/**
 * The instant of a local time. A time skipped by daylight saving is moved to the first instant after the gap; of a time
 * that occurs twice, the first is used.
 */
export function instantOfLocalTime(
  date: Temporal.PlainDate,
  time: Temporal.PlainTime,
  timeZone: string,
): { readonly at: Temporal.Instant; readonly isMoved: boolean } {
  const local = date.toPlainDateTime(time)
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const isShown = zoned.toPlainDateTime().equals(local)
  // `earlier` puts a skipped time before the gap.
  const shown = isShown ? zoned : (zoned.getTimeZoneTransition('next') ?? zoned)
  return { at: shown.toInstant(), isMoved: !isShown }
}
