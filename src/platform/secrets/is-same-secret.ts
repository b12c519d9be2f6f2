import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time. Digests have one length, so the comparison does not reveal the secret's length. */
export function isSameSecret(secret: string, given: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
