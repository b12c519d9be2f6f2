// pure
/** When the merchant's day ends that an instant lies in. */
export function endOfDay(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  return startOfDay(dayOf(at, timeZone).add({ days: 1 }), timeZone)
}

/** The start of the day that is n days later. */
export function daysLater(at: Temporal.Instant, timeZone: string, days: number): Temporal.Instant {
  return startOfDay(dayOf(at, timeZone).add({ days }), timeZone)
}

function dayOf(at: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return at.toZonedDateTimeISO(timeZone).toPlainDate()
}

/** A day may begin at one o'clock, where clocks are changed at midnight. */
function startOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime(timeZone).toInstant()
}
