import { createHash } from 'node:crypto'

const VERSION = 0x80
const VARIANT = 0x80

/** The id under which an event reaches a webhook: always the same, so that a repeated fan-out changes nothing. */
export function deliveryIdOf({ webhookId, eventId }: { readonly webhookId: string; readonly eventId: string }): string {
  const bytes = createHash('sha256').update(`webhook delivery ${webhookId} ${eventId}`).digest().subarray(0, 16)
  // Version 8 of RFC 9562: made by a rule of our own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | VERSION, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | VARIANT, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
