import { newSecret } from '../../platform/secrets/random.ts'

const RANDOM_DIGITS = 9

/** Whether this may be a request id; nothing else is asked of PostgreSQL, which takes not every character. */
export function isRequestId(text: string): boolean {
  return /^[0-9]{22}$/.test(text)
}

/** A request id: 22 digits, the time in milliseconds and nine random ones, so that ids grow with time. */
export function newRequestId(at: Temporal.Instant): string {
  const random = newSecret(8).readBigUInt64BE() % 10n ** BigInt(RANDOM_DIGITS)
  return `${at.epochMilliseconds}${String(random).padStart(RANDOM_DIGITS, '0')}`
}
