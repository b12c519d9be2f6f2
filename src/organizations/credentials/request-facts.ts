// pure
/** The parts of a request that a signature covers, as received. */
export type RequestFacts = {
  readonly method: string
  /** Path and query exactly as on the request line. */
  readonly target: string
  /** All values of a header as one string, by lower-case name; undefined if the request has none. */
  readonly header: (name: string) => string | undefined
  readonly hasBody: boolean
}

// With spaces: the serial number in a company's certificate may come from a register.
const KEY_ID = /^[\x20-\x7e]{1,255}$/
// 32 bytes. The last character may carry two unused bits.
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/

export function isKeyId(text: unknown): text is string {
  return typeof text === 'string' && KEY_ID.test(text)
}

/** The length and alphabet of a SHA-256 in Base64, digest and signature alike. */
export function isSha256Base64(text: unknown): text is string {
  return typeof text === 'string' && SHA256_BASE64.test(text)
}

/** Whether the moment is within the tolerance of now, before or after. */
export function isNear(
  moment: Temporal.Instant,
  { now, toleranceSeconds }: { readonly now: Temporal.Instant; readonly toleranceSeconds: number },
): boolean {
  const distanceMs = Math.abs(moment.epochMilliseconds - now.epochMilliseconds)
  return distanceMs <= toleranceSeconds * 1000
}
