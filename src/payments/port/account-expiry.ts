// pure
import type { AccountFacts } from './port.ts'

const MONTHS = 12

/** The month of an instant in UTC, counted so that months can be compared. */
export function monthOf(at: Temporal.Instant): number {
  const { year, month } = at.toZonedDateTimeISO('UTC')
  return year * MONTHS + month
}

/** Whether a card's last month is over. Other accounts do not expire. */
export function hasExpired({ expirationYear, expirationMonth }: Partial<AccountFacts>, at: Temporal.Instant): boolean {
  if (expirationYear === undefined || expirationMonth === undefined) return false
  return expirationYear * MONTHS + expirationMonth < monthOf(at)
}
