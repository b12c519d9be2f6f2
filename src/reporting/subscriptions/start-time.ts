// pure
import { parseInstant } from '../../kernel/time/time-text.ts'

const TIME_OF_DAY = /^([01][0-9]|2[0-3])[0-5][0-9]$/
/** Existing clients read `0900` as the year 900, and send back its first moment. */
const FIRST_OF_A_YEAR = /^(\d{4})-01-01T00:00:00\.000Z$/
const OF_A_DATE_TIME = /T(\d\d):(\d\d)/i

/** HHMM, from itself, from a year that is one, or from the time that a date-time writes; undefined for anything else. */
export function parseStartTime(text: string): string | undefined {
  const digits = FIRST_OF_A_YEAR.exec(text)?.[1] ?? text
  if (TIME_OF_DAY.test(digits)) return digits
  if (parseInstant(text) === undefined) return undefined
  const [, hour, minute] = OF_A_DATE_TIME.exec(text) ?? []
  return `${hour}${minute}`
}
