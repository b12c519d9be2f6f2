import { hash } from 'node:crypto'
import type { RecordContent } from '../reading/record.ts'
import { ByteWriter } from './byte-writer.ts'

export const HASH_BYTES = 16

/** The hash of erased records, whose former content is unknown. */
export const ERASED_HASH = Buffer.alloc(HASH_BYTES)

/** Reused, since a large upload has millions of records. */
const writer = new ByteWriter()

/** Hashes a record; equal for equal records. Each text has its length before it, so that neighbours cannot merge. */
export function contentHash(record: RecordContent): Buffer {
  writer.length = 0
  writer.putText(record.merchantId)
  writer.putText(record.recordId)
  writer.putInt64(record.occurredAtMs)
  writer.putVarint(record.isDeleted ? 1 : 0)
  for (const [field, value] of record.values) {
    writer.putVarint(field.id)
    // A field has one type, so different values are written differently. A number is written the same way,
    // whether it is a number or a bigint.
    if (typeof value === 'string') writer.putText(value)
    else if (Number.isSafeInteger(Number(value))) writer.putInt64(Number(value))
    else writer.putText(String(value))
  }
  // A latin1 string made into a buffer is far faster than the library's own buffer.
  return Buffer.from(hash('sha256', writer.written(), 'latin1').slice(0, HASH_BYTES), 'latin1')
}
