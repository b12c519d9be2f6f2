// pure

/** How long a new key is valid. */
export const EXPIRIES = ['never', 'P30D', 'P90D', 'P365D'] as const
export type Expiry = (typeof EXPIRIES)[number]

const DAYS: Readonly<Record<Exclude<Expiry, 'never'>, number>> = { P30D: 30, P90D: 90, P365D: 365 }
const DAY_MS = 86_400_000

/** The member of a request; nothing for a key that does not expire. */
export function expiryOf(expiry: Expiry, nowMs: number): { readonly expiresAt?: string } {
  return expiry === 'never' ? {} : { expiresAt: new Date(nowMs + DAYS[expiry] * DAY_MS).toISOString() }
}
