import { hash } from 'node:crypto'
import type { RecordContent } from './domain/record.ts'

export const HASH_BYTES = 16

/** In place of a hash: the record was changed by an erasure, and whatever it was before is the same to us. */
export const ERASED_HASH = Buffer.alloc(HASH_BYTES)

/** Equal for equal records, whatever the order of their fields; lengths keep neighbours apart. */
export function contentHash(record: RecordContent): Buffer {
  const { merchantId, recordId, occurredAtMs, isDeleted, values } = record
  let text = `${merchantId} ${occurredAtMs} ${isDeleted ? 1 : 0} ${recordId.length}:${recordId}`
  for (const [field, value] of values) {
    const written = String(value)
    text += `\n${field.id} ${written.length}:${written}`
  }
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES)
}
