import { createHmac, timingSafeEqual } from 'node:crypto'

/** The key from POST /kms/egress/v2/keys-sym. */
export type Key = { readonly keyId: string; readonly key: string }

const AGE_MS_MAX = 5 * 60 * 1000

/**
 * Checks the header `v-c-signature` of a notification. Give it the bytes of the body as they arrived: JSON that was
 * parsed and written again has another signature.
 */
export function isGenuine(header: string, body: Buffer, { keyId, key }: Key, nowMs = Date.now()): boolean {
  const parts = new Map(header.split(';').map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)]))
  const time = parts.get('t') ?? ''
  if (parts.get('keyId') !== keyId || !/^\d+$/.test(time)) return false
  if (Math.abs(nowMs - Number(time)) > AGE_MS_MAX) return false
  const expected = createHmac('sha256', Buffer.from(key, 'base64')).update(`${time}.`).update(body).digest()
  const given = Buffer.from(parts.get('sig') ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
