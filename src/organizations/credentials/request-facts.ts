// pure
/** What a signature covers of a request, as it came over the wire. */
export type RequestFacts = {
  readonly method: string
  /** Path and query exactly as on the request line. */
  readonly target: string
  /** By lower-case name, all of that name in one text; undefined where the request has none. */
  readonly header: (name: string) => string | undefined
  readonly hasBody: boolean
}

// With blanks: the serial number of a company's certificate may be one of its register.
const KEY_ID = /^[\x20-\x7e]{1,255}$/
// 32 bytes. The last sign may carry two bits that mean nothing.
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/

export function isKeyId(text: unknown): text is string {
  return typeof text === 'string' && KEY_ID.test(text)
}

/** The length and alphabet of a SHA-256 in Base64, digest and signature alike. */
export function isSha256Base64(text: unknown): text is string {
  return typeof text === 'string' && SHA256_BASE64.test(text)
}

/** Whether a moment lies within the tolerance of now, before or after. */
export function isNear(
  moment: Temporal.Instant,
  { now, toleranceSeconds }: { readonly now: Temporal.Instant; readonly toleranceSeconds: number },
): boolean {
  const distanceMs = Math.abs(moment.epochMilliseconds - now.epochMilliseconds)
  return distanceMs <= toleranceSeconds * 1000
}
