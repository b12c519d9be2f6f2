// pure
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const YEAR_MIN = 1970
const YEAR_MAX = 2199
const INSTANT_MS_MIN = Date.UTC(YEAR_MIN, 0)
const INSTANT_MS_END = Date.UTC(YEAR_MAX + 1, 0)
const FRACTION_DIGITS_MAX = 9
const MS_PER_DAY = 86_400_000
const MS_PER_MINUTE = 60_000

/** Where the seconds end in 2026-03-09T10:00:00. */
const SECONDS_END = 19

/**
 * Parses what `parseInstant` parses, from 1970 to 2199, to milliseconds; finer fractions are cut off. It reads
 * character by character: a large upload has millions of instants, and a pattern takes three times as long.
 */
export function parseInstantMs(text: string): number | undefined {
  if ((text[10] !== 'T' && text[10] !== 't') || text[13] !== ':' || text[16] !== ':') return undefined
  const days = daysAt(text)
  const hours = twoDigits(text, 11)
  const minutes = twoDigits(text, 14)
  const seconds = twoDigits(text, 17)
  // A leap second counts as the second before it.
  if (days === undefined || !(hours <= 23 && minutes <= 59 && seconds <= 60)) return undefined
  const zoneStart = fractionEnd(text)
  const offsetMinutes = zoneStart === undefined ? undefined : parseOffset(text, zoneStart)
  if (zoneStart === undefined || offsetMinutes === undefined) return undefined
  const ms =
    days * MS_PER_DAY +
    (hours * 60 + minutes - offsetMinutes) * MS_PER_MINUTE +
    Math.min(seconds, 59) * 1000 +
    milliseconds(text, zoneStart)
  // The offset may move the instant out of range.
  return ms >= INSTANT_MS_MIN && ms < INSTANT_MS_END ? ms : undefined
}

/** Parses a calendar date such as 2026-03-09 to days since 1970. */
export function parseDays(text: string): number | undefined {
  return text.length === 10 ? daysAt(text) : undefined
}

/** Parses the date at the start of a text. */
function daysAt(text: string): number | undefined {
  if (text[4] !== '-' || text[7] !== '-') return undefined
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  if (!(year >= YEAR_MIN && year <= YEAR_MAX && month >= 1 && month <= 12 && day >= 1)) {
    return undefined
  }
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const daysOfMonth = month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0)
  return day > daysOfMonth ? undefined : Date.UTC(year, month - 1, day) / MS_PER_DAY
}

/** NaN where one of the two characters is not a digit. */
function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1)
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
}

/** Finds the start of the offset, after the fraction if there is one. */
function fractionEnd(text: string): number | undefined {
  if (text[SECONDS_END] !== '.') return SECONDS_END
  let end = SECONDS_END + 1
  while (digit(text, end) >= 0) end += 1
  const count = end - SECONDS_END - 1
  return count >= 1 && count <= FRACTION_DIGITS_MAX ? end : undefined
}

function milliseconds(text: string, fractionEndsAt: number): number {
  let value = 0
  for (let at = SECONDS_END + 1; at <= SECONDS_END + 3; at += 1) {
    value = value * 10 + (at < fractionEndsAt ? digit(text, at) : 0)
  }
  return value
}

/** Parses Z, +01:00 or +0100 to minutes. */
function parseOffset(text: string, at: number): number | undefined {
  const sign = text[at]
  if (sign === 'Z' || sign === 'z') return text.length === at + 1 ? 0 : undefined
  if (sign !== '+' && sign !== '-') return undefined
  const minutesAt = text[at + 3] === ':' ? at + 4 : at + 3
  const hours = twoDigits(text, at + 1)
  const minutes = twoDigits(text, minutesAt)
  if (text.length !== minutesAt + 2 || !(hours <= 23 && minutes <= 59)) return undefined
  return (hours * 60 + minutes) * (sign === '-' ? -1 : 1)
}
