// pure
/** How long organizations keep records where that is not the installation's usual time. */
export type RetentionSettings = ReadonlyMap<string, number>

/** An organization of its own time, and how many months that is. */
export type RetentionSetting = { readonly organizationId: string; readonly months: number }

/**
 * What happened before this instant is no longer kept: the beginning, in UTC, of the day so many months ago.
 * Where that month is too short for the day, its last one counts, so that nothing goes too early.
 */
export function keptSince(now: Temporal.Instant, months: number): Temporal.Instant {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  return today.subtract({ months }).toZonedDateTime('UTC').toInstant()
}

/** Whether a month as 202603 ended before the instant. */
export function hasEndedBy(month: string, instant: Temporal.Instant): boolean {
  const start = Temporal.PlainDate.from(`${month.slice(0, 4)}-${month.slice(4)}-01`)
  const end = start.add({ months: 1 }).toZonedDateTime('UTC').toInstant()
  return Temporal.Instant.compare(end, instant) <= 0
}

/** The time of the nearest organization upwards that has one of its own. */
export function retentionOf(path: readonly string[], settings: RetentionSettings, usualMonths: number): number {
  const nearest = path.findLast((organizationId) => settings.has(organizationId))
  return (nearest === undefined ? undefined : settings.get(nearest)) ?? usualMonths
}
