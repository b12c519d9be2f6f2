/** The difference of local time from UTC from an instant on; the first one also holds for all earlier times. */
export type ZoneOffset = { readonly fromMs: number; readonly offsetMs: number }

/**
 * How far local time is ahead of UTC between two instants. Rules of time zones come from here alone: other
 * programs, the record store among them, may have rules of another version.
 */
export function zoneOffsets(
  timeZone: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly ZoneOffset[] {
  let local: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone)
  const offsets: ZoneOffset[] = [{ fromMs: Number.NEGATIVE_INFINITY, offsetMs: offsetMsOf(local) }]
  for (;;) {
    local = local.getTimeZoneTransition('next')
    if (local === null || local.epochMilliseconds > toMs) return offsets
    offsets.push({ fromMs: local.epochMilliseconds, offsetMs: offsetMsOf(local) })
  }
}

function offsetMsOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return offsetNanoseconds / 1_000_000
}
