// pure
/** Asks the processor again about an attempt whose outcome is not known. */
export const RESOLVE_ATTEMPT = 'resolve-payment-attempt'
/** Releases the amount of an attempt whose payer did not return. */
export const LAPSE_CHARGE = 'lapse-charge'
/** Ends a review without a decision when the authorization ends. */
export const END_REVIEW = 'end-review'

const DELAY_SECONDS = { min: 2, max: 600 }

/** When the processor is asked again: soon at first, later and later as the attempt grows old. */
export function nextLookupAt(createdAt: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const ageSeconds = Math.max(0, now.epochMilliseconds - createdAt.epochMilliseconds) / 1000
  const seconds = Math.min(Math.max(Math.round(ageSeconds / 2), DELAY_SECONDS.min), DELAY_SECONDS.max)
  return now.add({ seconds })
}
