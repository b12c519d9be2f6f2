import { newSecret } from '../../platform/secrets/random.ts'

const RANDOM_DIGITS = 9

/** A request id: 22 digits, the time in milliseconds and nine random ones, so that ids grow with time. */
export function newRequestId(at: Temporal.Instant): string {
  const random = newSecret(8).readBigUInt64BE() % 10n ** BigInt(RANDOM_DIGITS)
  return `${at.epochMilliseconds}${String(random).padStart(RANDOM_DIGITS, '0')}`
}
